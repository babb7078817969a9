import { Printer } from 'lucide-react';
import controls from '#src/theme/controls.module.css';

/** Prints the shown paper. */
export function PrintButton({ label }: { label: string }) {
  return (
    <button
      type="button"
      aria-label={label}
      className={`${controls.button} ${controls.short}`}
      onClick={() => window.print()}
    >
      <Printer aria-hidden size={16} strokeWidth={1.75} />
      <span className={controls.word}>{label}</span>
    </button>
  );
}
