import { Phone } from 'lucide-react';
import type { ReactNode } from 'react';
import { isKeptPhone } from '#contract/people/phone.ts';
import { BarPrimary, useInBar } from '#src/components/page/bar-primary.tsx';
import styles from './bar-call.module.css';
import { CallLink } from './call-link.tsx';

type Props = {
  phone: string;
  /** The word below the sign in the bar. */
  short: string;
  'aria-label'?: string;
  children: ReactNode;
};

function Call({ short, ...props }: Props) {
  const inBar = useInBar();
  const { phone, children } = props;
  if (!inBar) return <CallLink {...props} />;
  return (
    <a
      className={styles.call}
      href={`tel:${phone}`}
      aria-label={props['aria-label'] ?? (typeof children === 'string' ? children : undefined)}
    >
      <Phone size={20} strokeWidth={1.75} aria-hidden />
      <span>{short}</span>
    </a>
  );
}

/**
 * Calls the person of a record: in its head, and on a phone in the bottom bar. There it takes the
 * room of the menu's places, which are behind *More* as well. Of a copy on the device the head says
 * why nobody can be called.
 */
export function BarCall({ short, ...call }: Props) {
  if (isKeptPhone(call.phone)) return <CallLink {...call} />;
  return (
    <BarPrimary>
      <Call short={short} {...call} />
    </BarPrimary>
  );
}
