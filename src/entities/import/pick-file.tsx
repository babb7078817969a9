import type { LucideIcon } from 'lucide-react';
import { useRef } from 'react';
import { Button } from '#src/components/kit/button.tsx';

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
      <Button
        icon={Icon ? Icon : undefined}
        look="solid"
        disabled={isBusy}
        onClick={() => input.current?.click()}
      >
        {label}
      </Button>
    </>
  );
}
