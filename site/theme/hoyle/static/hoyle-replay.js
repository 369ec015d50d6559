/* A game, move by move: draws the table as the data on the page tell it, and says each move. */
"use strict";

{
  const SVG = "http://www.w3.org/2000/svg";
  const WIDTH = 60, HEIGHT = 84;
  const SUITS = {
    H: "M0 8C-9 0-9-8-4.5-8-2-8 0-6 0-4 0-6 2-8 4.5-8 9-8 9 0 0 8Z",
    D: "M0-9 6.5 0 0 9-6.5 0Z",
    S: "M0-9C8-2 9 0 9 3 9 6 7 7 5 7 3.5 7 2 6 1 4.5 1 7 2 8.5 3 9H-3C-2 8.5-1 7-1 4.5-2 6-3.5 7-5 7-7 7-9 6-9 3-9 0-8-2 0-9Z",
    C: "M0-9A4 4 0 0 1 3.3-2.7 4 4 0 1 1 1 3.5C1 6.5 2 8.5 3 9H-3C-2 8.5-1 6.5-1 3.5A4 4 0 1 1-3.3-2.7 4 4 0 0 1 0-9Z",
  };
  const JOKER = "M0-9 2.6-3 9-2.4 4.2 1.8 5.6 8.2 0 5-5.6 8.2-4.2 1.8-9-2.4-2.6-3Z";

  const draw = (name, attributes, parent, text) => {
    const node = document.createElementNS(SVG, name);
    for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value);
    if (text !== undefined) node.textContent = text;
    parent?.append(node);
    return node;
  };
  const fill = (text, values) => text.replace(/\{(\w+)\}/g, (_, name) => values[name]);

  const start = (box) => {
    const table = JSON.parse(box.dataset.table);
    const total = table.steps.length;
    const said = [...(box.parentElement.querySelectorAll(".moves > li") ?? [])];
    const part = (name) => box.querySelector(name);
    const [count, told, slider] = [part(".replay-count"), part(".replay-move"), part("input")];
    const picture = draw("svg", {
      class: table.size[0] > 8 * 66 ? "cards broad" : "cards", viewBox: `0 0 ${table.size[0]} ${table.size[1]}`,
      width: table.size[0], height: table.size[1], role: "img",
    }, part(".felt"));
    const positions = [table.start.map((cards) => (cards ? cards.split(" ") : []))];
    for (const changes of table.steps) {
      const next = [...positions[positions.length - 1]];
      for (const [pile, cards] of changes) next[pile] = cards ? cards.split(" ") : [];
      positions.push(next);
    }

    const card = (x, y, name, covered, moved, parent) => {
      const at = draw("g", { transform: `translate(${x.toFixed(1)} ${y.toFixed(1)})` }, parent);
      if (moved) at.setAttribute("class", "moved");
      const shape = { width: WIDTH, height: HEIGHT, rx: 6 };
      if (name === "?") {
        draw("rect", { class: "back", ...shape }, at);
        if (!covered) draw("path", { class: "pattern", d: "M6 6H54V78H6ZM30 24 44 42 30 60 16 42Z", fill: "none" }, at);
        return;
      }
      const suit = name.slice(-1), rank = name.slice(0, -1);
      draw("rect", { class: "face", ...shape }, at);
      const isJoker = rank === "X";
      const ink = draw("g", { class: suit === "H" || suit === "D" ? "red" : "black" }, at);
      const path = isJoker ? JOKER : SUITS[suit];
      draw("text", { class: "rank", x: 6, y: 20, "font-size": 19 }, ink, isJoker ? "★" : table.corners[rank] ?? rank);
      draw("path", { d: path, transform: `translate(${WIDTH - 14} 13.5)` }, ink);
      if (!covered) draw("path", { d: path, transform: `translate(${WIDTH / 2} ${HEIGHT * 0.62}) scale(2.2)` }, ink);
    };

    /* The table in words: a line for each pile that has cards or a place of its own. */
    const lines = part(".table-words ul");
    const cardsInWords = (cards, spread) => {
      if (!cards.length) return table.words.empty;
      const down = cards.filter((name) => name === "?").length;
      let seen = cards.filter((name) => name !== "?").map((name) => table.words.cards[name]);
      if (spread === "none") seen = seen.slice(-1);
      return [...(down ? [table.words.down[down]] : []), ...seen].join(", ");
    };
    const tell = (position) => {
      const told = [];
      position.forEach((cards, number) => {
        const [, , spread, hasPlace] = table.piles[number];
        if (!cards.length && !hasPlace) return;
        const line = document.createElement("li");
        line.textContent = fill(table.words.line, { label: table.words.piles[number], what: cardsInWords(cards, spread) });
        told.push(line);
      });
      lines.replaceChildren(...told);
    };

    let now = -1;
    const show = (step) => {
      step = Math.max(0, Math.min(total, step));
      if (step === now) return;
      const before = now >= 0 && step === now + 1 ? positions[now] : null;
      now = step;
      picture.replaceChildren();
      const place = { class: "place", width: WIDTH - 2, height: HEIGHT - 2, rx: 6, fill: "none", "stroke-width": 1.6, "stroke-dasharray": "5 4" };
      positions[step].forEach((cards, number) => {
        const [left, top, , hasPlace] = table.piles[number];
        if (!cards.length && hasPlace) draw("rect", { ...place, x: left + 1, y: top + 1 }, picture);
      });
      positions[step].forEach((cards, number) => {
        const [left, top, spread] = table.piles[number];
        let down = 0;
        const first = spread === "none" ? Math.max(0, cards.length - 5) : 0;
        for (let at = first; at < cards.length; at += 1) {
          let [x, y] = [left, top];
          if (spread === "none") {
            const lift = cards.length > 1 ? Math.min(at - first, 4) * -0.8 : 0;
            [x, y] = [left + lift, top + lift];
          } else if (spread === "right") x += at * 0.32 * WIDTH;
          else y += down;
          const moved = before && before[number] !== cards && at >= before[number].length;
          card(x, y, cards[at], at < cards.length - 1, moved, picture);
          down += (cards[at] === "?" ? 0.14 : 0.3) * HEIGHT;
        }
      });
      for (const [x, y, text] of table.labels) draw("text", { class: "label", x, y, "font-size": 15.5 }, picture, text);
      tell(positions[step]);
      const when = step ? fill(box.dataset.status, { n: step, total }) : box.dataset.deal;
      count.textContent = `${when} · ${fill(box.dataset.points, { points: table.scores[step] })}`;
      told.textContent = step ? said[step - 1]?.textContent.trim() ?? "" : "";
      picture.setAttribute("aria-label", `${box.dataset.label}: ${when}`);
      slider.value = String(step);
      slider.setAttribute("aria-valuetext", when);
      said.forEach((line, number) => {
        if (number === step - 1) line.setAttribute("aria-current", "step");
        else line.removeAttribute("aria-current");
      });
      for (const button of box.querySelectorAll("[data-go]")) {
        const back = button.dataset.go === "first" || button.dataset.go === "back";
        // Not `disabled`: that would take the focus from who stands on it.
        button.setAttribute("aria-disabled", String(back ? step === 0 : step === total));
      }
    };

    const ways = { first: () => 0, back: () => now - 1, next: () => now + 1, last: () => total };
    for (const button of box.querySelectorAll("[data-go]")) {
      button.addEventListener("click", () => show(ways[button.dataset.go]()));
    }
    slider.addEventListener("input", () => show(Number(slider.value)));
    box.addEventListener("keydown", (event) => {
      if (event.target === slider || event.ctrlKey || event.altKey || event.metaKey) return;
      const way = { ArrowLeft: "back", ArrowRight: "next", Home: "first", End: "last" }[event.key];
      if (!way) return;
      event.preventDefault();
      show(ways[way]());
    });
    show(0);
    box.hidden = false;
  };

  for (const box of document.querySelectorAll(".replay")) start(box);
}
