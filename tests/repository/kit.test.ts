import { expect, it } from 'vitest';
import { projectFiles, read } from './project-files.ts';

const styles = projectFiles.filter((file) => /^src\/.*\.css$/.test(file));
const OWN_TIMES = /^src\/(components\/kit|theme)\//;

it('keeps movement out of features and entities', () => {
  const moving = styles
    .filter((file) => /^src\/(features|entities)\//.test(file))
    .filter((file) => /\btransition\b|@keyframes|\banimation\b/.test(read(file)));
  expect(moving).toEqual([]);
});

it('answers a press in the kit alone', () => {
  const pressed = styles
    .filter((file) => !OWN_TIMES.test(file))
    .filter((file) => /:active\b/.test(read(file)));
  expect(pressed, 'Use a part of the kit, or give it the look.').toEqual([]);
});

it('takes every time of a movement from the tokens', () => {
  const timed = styles
    .filter((file) => !OWN_TIMES.test(file))
    .flatMap((file) =>
      [...read(file).matchAll(/\b(?:transition|animation)[a-z-]*:[^;]*/g)]
        .filter(([rule]) => /[1-9]\d*m?s\b|(?<!\d)\.\d+s\b/.test(rule))
        .map(([rule]) => `${file}: ${rule}`),
    );
  expect(timed, 'Use a --duration of src/theme/tokens.css.').toEqual([]);
});

it('draws a hover only where a pointer can hover', () => {
  // A tablet keeps the hover of what was tapped last.
  const hovering = /@media \(hover: hover\) \{(?:[^{}]*\{[^{}]*\})*\s*\}/g;
  const kept = styles.filter((file) => read(file).replaceAll(hovering, '').includes(':hover'));
  expect(kept, 'Put it under @media (hover: hover).').toEqual([]);
});

it('lets only be tapped what answers a press', () => {
  // src/theme/base.css, "Whatever can be tapped". A dialog hears the press beside it.
  const answering = /^(?:a|button|label|summary|dialog)$/;
  // They hear the presses of the controls in them.
  const listening = [
    'src/app/shell/header/queue-button.tsx: section',
    'src/features/class-overview/week-views.tsx: div',
  ];
  const tapped = projectFiles
    .filter((file) => /^src\/.*\.tsx$/.test(file))
    .flatMap((file) =>
      [...read(file).matchAll(/<([a-z]\w*)\b((?:=>|<[^<>]*>|[^<>])*?)\bonClick=/g)]
        .filter(([, tag = '', before = '']) => {
          const after = /data-opens=|role="option"/.test(before);
          return !answering.test(tag) && !after;
        })
        .map(([, tag = '']) => `${file}: ${tag}`),
    );
  expect(
    tapped.filter((one) => !listening.includes(one)),
    'Make it a button or a link.',
  ).toEqual([]);
  const base = read('src/theme/base.css');
  expect(base).toMatch(/:is\([^{]*a\[href\],[^{]*button[^{]*\[data-opens\][^{]*\):active \{/);
});
