import { createElement, Fragment } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router-dom';
import { expect, it } from 'vitest';
import { PageHeader } from '#src/components/page/page-header.tsx';
import { Tabs } from '#src/components/page/tabs.tsx';
import { Aside } from '#src/components/table/aside.tsx';

/** The text that a screen reader reads: the words without their marks. */
const heard = (content: React.ReactNode) =>
  renderToStaticMarkup(createElement(MemoryRouter, null, content)).replaceAll(/<[^>]+>/g, '');

it('a day and the age behind it are two words', () => {
  expect(heard(createElement(Fragment, null, '09/03/2015', createElement(Aside, null, '11')))).toBe(
    '09/03/2015 11',
  );
});

it('a tab and how many are in it are two words', () => {
  expect(
    heard(
      createElement(Tabs, {
        label: 'Views',
        current: 'all',
        tabs: [{ id: 'all', label: 'All', count: 12, to: '/?view=all' }],
      }),
    ),
  ).toBe('All 12');
});

it('a heading and how many records there are are two words', () => {
  expect(heard(createElement(PageHeader, { title: 'Student Profiles', count: 121 }))).toBe(
    'Student Profiles 121',
  );
});
