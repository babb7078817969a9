import { beforeEach, describe, expect, it } from 'vitest';
import { cameFrom, noteVisit } from '#src/lib/came-from.ts';
import { endSession } from '#src/lib/session/session.ts';

const at = (address: string) => {
  const [pathname = '', query = ''] = address.split('?');
  return { pathname, search: query && `?${query}` };
};
const visit = (...addresses: string[]) => {
  for (const address of addresses) noteVisit(at(address), false);
};

describe('where a record was opened from', () => {
  beforeEach(() => endSession());

  it('is the page before, with its filters, whatever part of the record is shown', () => {
    visit('/classes?status=open', '/class?id=1', '/class?id=1&tab=scores');
    expect(cameFrom(at('/class?id=1&tab=scores'))).toBe('/classes?status=open');
    visit('/class?id=2');
    expect(cameFrom(at('/class?id=2'))).toBe('/class?id=1&tab=scores');
  });

  it('is unknown for the first page and for a page that shows no record', () => {
    visit('/class?id=1', '/classes');
    expect(cameFrom(at('/class?id=1'))).toBeUndefined();
    expect(cameFrom(at('/classes'))).toBeUndefined();
  });

  it('stays the same when somebody returns to it', () => {
    visit('/classes', '/class?id=1', '/student?id=7', '/class?id=1');
    expect(cameFrom(at('/class?id=1'))).toBe('/classes');
    noteVisit(at('/student?id=7'), true);
    noteVisit(at('/class?id=1'), true);
    expect(cameFrom(at('/class?id=1'))).toBe('/classes');
  });

  it('is forgotten with the session', () => {
    visit('/classes', '/class?id=1');
    endSession();
    expect(cameFrom(at('/class?id=1'))).toBeUndefined();
  });
});
