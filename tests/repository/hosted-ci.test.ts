import { expect, it } from 'vitest';
import { read } from './project-files.ts';

const workflow = read('.github/workflows/ci.yml');

it('runs .ci/run in the hosted CI and nothing else, so that it can be repeated anywhere', () => {
  const steps = workflow
    .slice(workflow.indexOf('steps:'))
    .matchAll(/^ +(?:- )?(run|uses): (.+)$/gm);
  expect([...steps].map(([, kind, what]) => `${kind} ${what}`)).toEqual([
    'uses actions/checkout@v4',
    'uses actions/setup-node@v4',
    'run .ci/run',
  ]);
});

it('tests there on the oldest Node that is promised', () => {
  const { engines } = JSON.parse(read('package.json')) as { engines: { node: string } };
  const version = /node-version: (\S+)/.exec(workflow)?.[1];
  expect(engines.node).toMatch(new RegExp(`^>=${version}\\.`));
});
