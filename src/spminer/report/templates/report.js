// Shows one size or all of them. Without JavaScript the page shows all.
const buttons = [...document.querySelectorAll(".filter button")];
for (const button of buttons) {
  button.addEventListener("click", () => {
    for (const other of buttons) other.setAttribute("aria-pressed", String(other === button));
    for (const group of document.querySelectorAll(".group")) {
      group.hidden = button.dataset.size !== "all" && group.dataset.size !== button.dataset.size;
    }
  });
}
