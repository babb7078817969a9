import { Plus } from 'lucide-react';
import { LinkButton } from '#src/components/kit/link-button.tsx';

/**
 * The page's one solid action, a link to where something is added; on a phone it shows only the
 * sign, but keeps its name for screen readers.
 */
export function AddLink({ to, label }: { to: string; label: string }) {
  return (
    <LinkButton icon={Plus} look="solid" isShort to={to} aria-label={label}>
      {label}
    </LinkButton>
  );
}
