import type { LucideIcon } from 'lucide-react';
import { useRef } from 'react';
import controls from '#src/theme/controls.module.css';

type PickFileProps = {
  label: string;
  isBusy: boolean;
  icon?: LucideIcon;
  onPick: (file: File) => void;
};

/** The button that opens the file dialog for a table. */
export function PickFile({ label, isBusy, icon: Icon, onPick }: PickFileProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={input}
        type="file"
        hidden
        aria-label={label}
        accept=".xlsx,.csv,.xls,.tsv,.txt,text/csv"
        onChange={(event) => {
          const [file] = event.target.files ?? [];
          event.target.value = '';
          if (file) onPick(file);
        }}
      />
      <button
        type="button"
        className={`${controls.button} ${controls.solid}`}
        disabled={isBusy}
        onClick={() => input.current?.click()}
      >
        {Icon && <Icon aria-hidden size={16} strokeWidth={1.75} />}
        {label}
      </button>
    </>
  );
}
