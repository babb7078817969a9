import { runSections } from './run-sections.ts';

// Runs the npm scripts named on the command line one after the other, and those joined by `+` at
// the same time. Stops at the first that fails.
const groups = process.argv.slice(2).map((group) => group.split('+').map((script) => ({ script })));
process.exitCode = (await runSections(groups)) ? 0 : 1;
