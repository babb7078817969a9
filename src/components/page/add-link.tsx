import { Plus } from 'lucide-react';
import { Link } from 'react-router-dom';
import controls from '#src/theme/controls.module.css';

/**
 * The page's one solid action, leading to where something is added; on a phone the sign alone,
 * still named.
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
