import type { ComponentProps } from 'react';
import { Link } from 'react-router-dom';
import { drawButton, drawIcon, type ButtonLook, type IconLook } from './button.tsx';

/** A page of the app, or an address outside it such as a file or a telephone number. */
type Goal<Look> =
  | (Look & Omit<ComponentProps<typeof Link>, keyof Look> & { href?: never })
  | (Look & Omit<ComponentProps<'a'>, keyof Look> & { href: string; to?: never });

/** A button that leads somewhere: a link, so that it opens in a new tab too. */
export function LinkButton(props: Goal<ButtonLook>) {
  return props.href === undefined ? <Link {...drawButton(props)} /> : <a {...drawButton(props)} />;
}

/** The same as an icon only. */
export function IconLink(props: Goal<IconLook>) {
  return props.href === undefined ? <Link {...drawIcon(props)} /> : <a {...drawIcon(props)} />;
}
