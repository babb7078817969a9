import { Plus } from 'lucide-react';
import { Link } from 'react-router-dom';
import controls from '#src/theme/controls.module.css';

/**
 * The page's one solid action, a link to where something is added; on a phone it shows only the
 * sign, but keeps its name for screen readers.
 */
export function AddLink({ to, label }: { to: string; label: string }) {
  return (
    <Link
      to={to}
      aria-label={label}
      className={`${controls.button} ${controls.solid} ${controls.short}`}
    >
      <Plus aria-hidden size={16} />
      <span className={controls.word}>{label}</span>
    </Link>
  );
}
