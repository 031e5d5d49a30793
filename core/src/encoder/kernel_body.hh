// The encoder's kernels, written once with the compiler's vector types; kernels.cc includes this in a namespace for
// each instruction set, where it has defined
//
//   SPMINER_TARGET   the function attribute that allows the instruction set, or nothing
//   kName, kLanes    its name, and floats in a vector register
//   kRows            rows of a register tile
//
// Every function carries the attribute itself, since vector types are lowered to what the function they are written in
// may use, before anything is inlined.  No header may be included here.

using Vector [[gnu::vector_size(kLanes * sizeof(float)), gnu::may_alias]] = float;

/// Each lane, or 0 if it is not above.
SPMINER_TARGET inline Vector positive(Vector value) { return value > 0 ? value : Vector{}; }

constexpr int kVectors = 2;  // of a row of a register tile
constexpr int kColumns = kVectors * kLanes;
constexpr int kPanelVectors = kPanel / kLanes;
static_assert(kTileRows % kRows == 0 && kPanel % kColumns == 0);

/// kRows rows by kColumns columns of a product; the sums stay in registers.
SPMINER_TARGET inline void register_tile(const Product& p, int row, const float* weights, const float* bias,
                                         float* out) {
  Vector sums[kRows][kVectors];
  for (int r = 0; r < kRows; ++r)
    for (int v = 0; v < kVectors; ++v) sums[r][v] = reinterpret_cast<const Vector*>(bias)[v];
  for (int part = 0; part < p.parts; ++part) {
    const float* input = p.inputs[part] + static_cast<std::ptrdiff_t>(row) * p.input_stride;
    for (int k = 0; k < p.width; ++k, weights += kPanel) {
      Vector w[kVectors];
      for (int v = 0; v < kVectors; ++v) w[v] = reinterpret_cast<const Vector*>(weights)[v];
#pragma GCC unroll 16
      for (int r = 0; r < kRows; ++r) {
        const float x = input[r * p.input_stride + k];
        for (int v = 0; v < kVectors; ++v) sums[r][v] += x * w[v];
      }
    }
  }
  for (int r = 0; r < kRows; ++r)
    for (int v = 0; v < kVectors; ++v) reinterpret_cast<Vector*>(out + r * p.columns)[v] = sums[r][v];
}

/// Panel by panel, so that the panel's weights stay in the first-level cache for all rows.
SPMINER_TARGET void product(const Product& p) {
  const std::ptrdiff_t panel_size = static_cast<std::ptrdiff_t>(p.parts) * p.width * kPanel;
  for (int column = 0; column < p.columns; column += kPanel) {
    const float* panel = p.panels + column / kPanel * panel_size;
    for (int row = 0; row < p.rows; row += kRows)
      for (int c = 0; c < kPanel; c += kColumns)
        register_tile(p, row, panel + c, p.bias + column + c,
                      p.out + static_cast<std::ptrdiff_t>(row) * p.columns + column + c);
  }
}

SPMINER_TARGET void gather(const Row* adjacency, int nodes, const float* both, int width, float* out) {
  for (int i = 0; i < nodes; ++i)
    for (int column = 0; column < width; column += kPanel) {
      Vector sums[kPanelVectors];
      for (int v = 0; v < kPanelVectors; ++v)
        sums[v] = reinterpret_cast<const Vector*>(both + i * 2 * width + column)[v];
      for (Row open = adjacency[i]; open != 0; open &= open - 1) {
        const float* neighbor = both + (2 * std::countr_zero(open) + 1) * width + column;
        for (int v = 0; v < kPanelVectors; ++v) sums[v] += reinterpret_cast<const Vector*>(neighbor)[v];
      }
      for (int v = 0; v < kPanelVectors; ++v)
        reinterpret_cast<Vector*>(out + i * width + column)[v] = positive(sums[v]);
    }
}

SPMINER_TARGET void mix(const float* states, int distance, const float* weights, int terms, int count, float* out) {
  for (int e = 0; e < count; e += kPanel) {
    Vector sums[kPanelVectors] = {};
    for (int i = 0; i < terms; ++i)
      for (int v = 0; v < kPanelVectors; ++v)
        sums[v] += weights[i] * reinterpret_cast<const Vector*>(states + i * distance + e)[v];
    for (int v = 0; v < kPanelVectors; ++v) reinterpret_cast<Vector*>(out + e)[v] = sums[v];
  }
}

SPMINER_TARGET void pool(const float* rows, int nodes, int width, float scale, float* out) {
  for (int column = 0; column < width; column += kPanel) {
    Vector sums[kPanelVectors] = {};
    for (int i = 0; i < nodes; ++i)
      for (int v = 0; v < kPanelVectors; ++v) sums[v] += reinterpret_cast<const Vector*>(rows + i * width + column)[v];
    for (int v = 0; v < kPanelVectors; ++v) reinterpret_cast<Vector*>(out + column)[v] = scale * sums[v];
  }
}

constexpr Kernels kKernels{kName, product, gather, mix, pool};
