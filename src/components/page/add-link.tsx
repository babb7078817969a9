import { Plus } from 'lucide-react';
import { LinkButton } from '#src/components/kit/link-button.tsx';
import { useInBar } from './bar-primary.tsx';

/**
 * The page's one solid action, a link to where something is added; on a phone it shows only the
 * sign, but keeps its name for screen readers. The bottom bar has room for the words alone.
 */
export function AddLink({ to, label }: { to: string; label: string }) {
  const inBar = useInBar();
  return (
    <LinkButton
      icon={inBar ? undefined : Plus}
      look="solid"
      isShort={!inBar}
      to={to}
      aria-label={label}
    >
      {label}
    </LinkButton>
  );
}
