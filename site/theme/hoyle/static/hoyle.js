/* Makes pages handier; every page can be read and used without it. */
"use strict";

/* One button opens all notes beside the rules, or closes them; the choice is kept. */
for (const button of document.querySelectorAll("button.show-rules")) {
  const notes = [...document.querySelectorAll("details.rule-note")];
  if (!notes.length) continue;
  const remembered = {
    get: () => { try { return localStorage.getItem("hoyle-show-rules"); } catch { return null; } },
    set: (value) => { try { localStorage.setItem("hoyle-show-rules", value); } catch { /* kept for this page only */ } },
  };
  const show = (all) => {
    button.setAttribute("aria-pressed", String(all));
    for (const note of notes) note.open = all;
  };
  button.hidden = false;
  button.addEventListener("click", () => {
    const all = button.getAttribute("aria-pressed") !== "true";
    show(all);
    remembered.set(all ? "yes" : "no");
  });
  if (remembered.get() === "yes") show(true);
}

/* Escape closes the note that has the focus. */
document.addEventListener("keydown", (event) => {
  if (event.key !== "Escape") return;
  const note = document.activeElement?.closest("details.rule-note[open]");
  if (!note) return;
  note.open = false;
  note.querySelector("summary").focus();
});

/* What scrolls in a box of its own can be reached by keyboard. */
for (const box of document.querySelectorAll("pre, main table")) {
  if (box.scrollWidth > box.clientWidth) box.tabIndex = 0;
}

/* The language links keep the part of the page that is read. */
const keepPart = () => {
  for (const link of document.querySelectorAll(".languages a:not(.elsewhere)")) link.hash = window.location.hash;
};
window.addEventListener("hashchange", keepPart);
keepPart();
