# spminer as a program: docker build -t spminer . && docker run --rm -v "$PWD:/data" spminer mine friends.csv --sizes 3
#
# The first stage compiles a wheel, the second has no compiler.
FROM python:3.12-slim-bookworm AS build
RUN apt-get update \
  && apt-get install --yes --no-install-recommends g++=4:12.* \
  && rm -rf /var/lib/apt/lists/*
WORKDIR /src
COPY . .
RUN pip install --no-cache-dir --require-hashes --requirement requirements/build.txt \
  && pip wheel --no-cache-dir --no-deps --no-build-isolation --wheel-dir /wheels .

FROM python:3.12-slim-bookworm
COPY requirements/run.txt /tmp/run.txt
COPY --from=build /wheels /wheels
RUN pip install --no-cache-dir --require-hashes --requirement /tmp/run.txt \
  && pip install --no-cache-dir --no-deps /wheels/*.whl \
  && rm -rf /wheels /tmp/run.txt \
  && useradd --create-home --uid 1000 miner
USER 1000
WORKDIR /data
ENTRYPOINT ["spminer"]
CMD ["--help"]
