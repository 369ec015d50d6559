/* Finds games by name and by rule: hides what does not fit. */
"use strict";

for (const form of document.querySelectorAll("form.filters")) {
  const games = [...document.querySelectorAll("li.game")];
  const told = form.querySelector("[role=status]");
  const bare = (text) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
  const fits = (game, [name, wanted]) => {
    if (!wanted) return true;
    if (name !== "name") return game.dataset[name] === wanted;
    const names = bare(`${game.querySelector(".game-name").textContent} ${game.dataset.also}`);
    return bare(wanted).split(/\s+/).every((word) => names.includes(word));
  };
  const find = () => {
    const asked = [...new FormData(form)];
    for (const game of games) game.hidden = !asked.every((one) => fits(game, one));
    const shown = games.filter((game) => !game.hidden).length;
    told.textContent = told.dataset.told.replace("{n}", shown).replace("{total}", games.length);
  };
  form.addEventListener("input", find);
  form.addEventListener("reset", () => setTimeout(find));
  form.addEventListener("submit", (event) => event.preventDefault());
  // A browser that goes back fills the form in again.
  window.addEventListener("pageshow", find);
  form.hidden = false;
  find();
}
