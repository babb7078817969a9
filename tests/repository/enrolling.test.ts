import { expect, it } from 'vitest';
import { codeFiles, read } from './project-files.ts';

it('adds enrolments in one place, whoever enrols; only made-up centres write them in bulk', () => {
  const tables = /(\w*[eE]nrolmentTable)(?: as (\w+))?/g;
  const adding = codeFiles
    .filter((file) => file.startsWith('server/') && !file.startsWith('server/seed/'))
    .filter((file) => {
      const code = read(file);
      const names = [...code.matchAll(tables)].flatMap(([, name, alias]) =>
        name === 'enrolmentTable' ? [alias ?? name] : [],
      );
      return (
        [...new Set(names)].some((name) =>
          new RegExp(`\\.insert\\(${name}\\)|insertMany\\(\\w+, ${name}[,)]`).test(code),
        ) || /insert into enrolments\b/i.test(code)
      );
    });
  expect(adding).toEqual(['server/academic/enrolments/record-enrolments.ts']);
});
