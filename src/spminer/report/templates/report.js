// Filters, sorting, keys and copying. Without JavaScript the page shows everything.
"use strict";
const all = (selector, root = document) => [...root.querySelectorAll(selector)];
const one = (selector, root = document) => root.querySelector(selector);
const items = all(".item");
const search = one(".search");
const sort = one(".sort select");
const chosen = { size: "", where: "", direction: "" };

// Links inside drawings have no hash of their own.
const hashOf = (link) => link.hash ?? link.getAttribute("href");
const leadsTo = (link) => document.getElementById(hashOf(link).slice(1));

function matches(item) {
  const words = search ? search.value.toLowerCase().split(/\s+/).filter(Boolean) : [];
  return Object.entries(chosen).every(([name, value]) => !value || item.dataset[name] === value)
    && words.every((word) => item.dataset.search.includes(word));
}

function show() {
  let shown = 0;
  for (const item of items) {
    item.hidden = !matches(item);
    shown += !item.hidden;
  }
  for (const group of all(".group")) group.hidden = !one(".item:not([hidden])", group);
  for (const point of all(".point")) point.classList.toggle("off", leadsTo(point).hidden);
  for (const button of all("[data-filter]")) {
    button.setAttribute("aria-pressed", String(chosen[button.dataset.filter] === button.dataset.value));
  }
  const output = one(".shown");
  if (output) output.textContent = shown === items.length ? `${shown} ${output.dataset.noun}` : `${shown} of ${items.length}`;
  one(".nothing").hidden = shown > 0 || items.length === 0;
}

function showAll() {
  for (const name of Object.keys(chosen)) chosen[name] = "";
  if (search) search.value = "";
  show();
}

// Largest first within each size; ranks are stored as negative numbers, and equal motifs stay in the order of rank.
function arrange() {
  const value = (item, name) => Number(item.dataset[name] ?? -Infinity);
  for (const gallery of all(".gallery")) {
    const order = all(".item", gallery).sort((a, b) =>
      value(b, sort.value) - value(a, sort.value) || value(b, "rank") - value(a, "rank"));
    gallery.append(...order);
  }
}

function reveal() {
  const target = location.hash && document.getElementById(location.hash.slice(1));
  if (!target) return;
  if (target.hidden || target.closest("[hidden]")) showAll();
  const folded = target.closest("details");
  if (folded) folded.open = true;
  target.scrollIntoView({ block: "center" });
  target.focus({ preventScroll: true });
}

async function copy(button) {
  const text = button.dataset.copy;
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    const area = Object.assign(document.createElement("textarea"), { value: text });
    document.body.append(area);
    area.select();
    document.execCommand("copy");
    area.remove();
  }
  say(`${button.textContent} copied`);
}

// A drawing as a document of its own: what the style sheet says is written into it, as on a white page.
function standalone(drawing) {
  const root = document.documentElement;
  const theme = root.dataset.theme;
  root.dataset.theme = "light";
  const copied = drawing.cloneNode(true);
  const originals = all("*", drawing);
  const looks = ["fill", "stroke", "stroke-width", "stroke-dasharray", "stroke-linecap", "paint-order", "font-size",
    "font-family", "text-anchor", "dominant-baseline"];
  all("*", copied).forEach((shape, index) => {
    const style = getComputedStyle(originals[index]);
    for (const name of looks) shape.setAttribute(name, style.getPropertyValue(name));
    shape.removeAttribute("class");
    shape.removeAttribute("id");
  });
  if (theme) root.dataset.theme = theme;
  else delete root.dataset.theme;
  copied.removeAttribute("class");
  copied.setAttribute("width", copied.viewBox.baseVal.width);
  copied.setAttribute("height", copied.viewBox.baseVal.height);
  return copied;
}

function download(address, name) {
  Object.assign(document.createElement("a"), { href: address, download: name }).click();
}

async function save(button) {
  const item = button.closest(".item");
  const [kind, name] = [button.dataset.save, item.id];
  const text = new XMLSerializer().serializeToString(standalone(one(".pattern", item)));
  const address = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(text)}`;
  if (kind === "svg") return download(address, `${name}.svg`);
  const image = new Image();
  image.src = address;
  await image.decode();
  const canvas = Object.assign(document.createElement("canvas"), { width: 4 * image.width, height: 4 * image.height });
  const context = canvas.getContext("2d");
  context.fillStyle = "#fff";
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(image, 0, 0, canvas.width, canvas.height);
  return download(canvas.toDataURL("image/png"), `${name}.png`);
}

let silence;
function say(text) {
  const toast = one(".toast");
  toast.textContent = text;
  toast.classList.add("visible");
  clearTimeout(silence);
  silence = setTimeout(() => toast.classList.remove("visible"), 1600);
}

function switchTheme() {
  const root = document.documentElement;
  const system = matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
  root.dataset.theme = (root.dataset.theme ?? system) === "dark" ? "light" : "dark";
}

function step(by) {
  const visible = all(".item:not([hidden])");
  const current = visible.indexOf(document.activeElement?.closest(".item"));
  const next = visible[current < 0 ? (by > 0 ? 0 : visible.length - 1) : current + by];
  next?.focus();
}

const keys = {
  "/": () => search?.focus(),
  d: switchTheme,
  c: () => {
    const button = document.activeElement?.closest(".item")?.querySelector("[data-copy]");
    if (button) copy(button);
  },
  ArrowRight: () => step(1),
  ArrowLeft: () => step(-1),
  Escape: showAll,
};

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.target.matches?.("input, select")) {
    if (event.key !== "Escape") return;
    event.target.blur();
  }
  const details = event.key === "Enter" && event.target.matches?.(".item") && one("details", event.target);
  if (details) details.open = !details.open;
  else if (keys[event.key]) keys[event.key]();
  else return;
  event.preventDefault();
});
document.addEventListener("click", (event) => {
  const button = event.target.closest("button, a");
  if (!button) return;
  if (button.dataset.filter) {
    chosen[button.dataset.filter] = button.dataset.value;
    show();
  } else if (button.dataset.copy) copy(button);
  else if (button.dataset.save) save(button).catch(() => say("This browser cannot save the drawing"));
  else if (button.matches(".theme")) switchTheme();
  else if (button.matches(".reset")) showAll();
  else if (button.matches("a") && hashOf(button) === location.hash) reveal();
});
// Only a script can save drawings, so that it makes the buttons too.
for (const copies of all(".copies")) {
  for (const kind of ["svg", "png"]) {
    const button = Object.assign(document.createElement("button"), { type: "button", textContent: `Save ${kind.toUpperCase()}` });
    button.dataset.save = kind;
    copies.append(button);
  }
}
// Definitions stand on the page once; the names of figures show them as hints.
for (const name of all("a.name")) name.title = one("dd", leadsTo(name)).textContent;
search?.addEventListener("input", show);
sort?.addEventListener("change", arrange);
addEventListener("hashchange", reveal);
show();
reveal();
