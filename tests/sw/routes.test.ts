import { expect, it } from 'vitest';
import { isAppPage } from '#sw/routes.ts';

const OWN = 'https://desk.example.com';
const isPage = (address: string) => isAppPage(new URL(address, OWN), OWN);

it.each([
  '/',
  '/auth/signin',
  '/auth/signin?lng=lo',
  '/Reprot/academic-reports',
  '/setting/branch?id=1.5',
  '/apiary',
])('answers %s with the page of the app', (address) => expect(isPage(address)).toBe(true));

it.each(['/api', '/api/', '/api/branches', '/api/docs?x=1', '/api/branches/1/logo'])(
  'leaves %s to the network',
  (address) => expect(isPage(address)).toBe(false),
);

it.each([
  '/assets/gone-1a2b.js',
  '/locales/xx/common.json',
  '/favicon.ico',
  '/.well-known/assetlinks.json',
])('never stands in for the file %s', (address) => expect(isPage(address)).toBe(false));

it('answers for no other origin', () => {
  expect(isPage('https://api.example.com/branches')).toBe(false);
});
