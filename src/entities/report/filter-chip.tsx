import type { ReactNode } from 'react';
import page from './report-page.module.css';

type FilterChipProps = {
  label: string;
  value: string;
  onChange: (value: string) => void;
  children: ReactNode;
};

/** A choice in the row: its name muted, its value in weight. */
export function FilterChip({ label, value, onChange, children }: FilterChipProps) {
  return (
    <label className={page.chip}>
      <span>{label}</span>
      <select value={value} onChange={({ target }) => onChange(target.value)}>
        {children}
      </select>
    </label>
  );
}
