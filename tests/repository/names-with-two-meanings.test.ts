import { expect, it } from 'vitest';
import { codeFiles, read } from './project-files.ts';

/** Names that two files export for one idea, so a reader who knows one knows the other. */
const oneIdea = {
  'a type of the contract, and the part of a screen that shows such a value': [
    'AuditRecord',
    'BackupNote',
    'EnrolmentPage',
    'PaymentSums',
    'ReportTable',
    'RosterRow',
    'SavedViews',
    'StudentRecord',
  ],
  'a kind of value, and the part of the kit that shows it': ['Freshness'],
  'the body of a request in the contract, and the act of the server that it asks for': [
    'handOver',
    'rateUses',
    'receiveTransfer',
  ],
  'an act of the server, and the call of the client that asks for it': [
    'changePerson',
    'previewStatement',
    'settleWrite',
    'signIn',
    'takeStatementBack',
  ],
  'one rule for both sides, as a condition of a query and as a calculation on the device': [
    'findOrders',
    'recordName',
  ],
  'the refusal of a request, as the server throws it and as the client catches it': ['ApiError'],
  'a part of a screen, and its wrapper that loads it late': [
    'ChangeDialog',
    'DoneBar',
    'LockScreen',
    'PlanPanel',
    'SignedIn',
    'SignedOut',
    'TeacherPlan',
  ],
};
const allowed = new Set(Object.values(oneIdea).flat());

const EXPORTED = /^export (?:default )?(?:async )?(?:const|let|function\*?|class|type) ([\w$]+)/gm;
const homes = new Map<string, string[]>();
for (const file of codeFiles.filter((one) => /^(contract|server|src|sw)\/.*\.tsx?$/.test(one)))
  for (const name of new Set([...read(file).matchAll(EXPORTED)].map(([, name = '']) => name)))
    homes.set(name, [...(homes.get(name) ?? []), file]);
const twice = [...homes].filter(([, files]) => files.length > 1);

/** This number only falls. */
const MOST = 0;

it('exports no name with two meanings', () => {
  const found = twice.filter(([name]) => !allowed.has(name));
  const told = found.map(([name, files]) => `${name}: ${files.join(', ')}`).toSorted();
  expect(found.length, told.join('\n')).toBeLessThanOrEqual(MOST);
});

it('excuses no name that one file alone exports', () => {
  const doubled = new Set(twice.map(([name]) => name));
  expect([...allowed].filter((name) => !doubled.has(name))).toEqual([]);
});

it('excuses no more than two homes of a name', () => {
  const many = twice.filter(([name, files]) => allowed.has(name) && files.length > 2);
  expect(many).toEqual([]);
});
