const TARGETS = 'a, button, input, select, textarea';
const PSEUDO = { ':hover': 'hover', ':active': 'pressed', ':focus-visible': 'focus' } as const;
const ANY = /:(?:hover|active|focus-visible)\b/g;

/** The same selector, met by everything inside a `data-drawn` of that state. */
const drawnSelector = (selector: string) =>
  selector.replaceAll(ANY, (pseudo) => {
    const state = PSEUDO[pseudo as keyof typeof PSEUDO];
    return `:is([data-drawn='${state}'] :where(${state === 'focus' ? TARGETS : '*'}))`;
  });

function copyRules(rules: CSSRuleList, into: CSSStyleSheet | CSSGroupingRule): void {
  // From the end, because every copy moves the rules behind it.
  for (let at = rules.length - 1; at >= 0; at -= 1) {
    const rule = rules[at];
    if (rule instanceof CSSMediaRule) copyRules(rule.cssRules, rule);
    else if (rule instanceof CSSStyleRule && rule.selectorText.search(ANY) !== -1)
      into.insertRule(
        `${drawnSelector(rule.selectorText)} { ${rule.style.cssText} }`,
        Math.min(at + 1, rules.length),
      );
  }
}

const copied = new WeakSet<CSSStyleSheet>();

/**
 * Lets a page show what a pointer or the keyboard would: each rule of `:hover`, `:active` and
 * `:focus-visible` gets a copy behind it for the elements of that `data-drawn`.
 */
export function forceStates(): void {
  for (const sheet of document.styleSheets) {
    if (copied.has(sheet)) continue;
    copied.add(sheet);
    copyRules(sheet.cssRules, sheet);
  }
}
