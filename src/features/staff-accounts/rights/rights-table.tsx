import { Check, ChevronDown, Minus, PenLine, UserCheck, type LucideIcon } from 'lucide-react';
import type { ParseKeys } from 'i18next';
import { useState, type CSSProperties } from 'react';
import { useTranslation } from 'react-i18next';
import { actionGroups, type ActionGroup } from '#contract/rights/action-groups.ts';
import { why, type Action, type RightAnswer, type Role } from '#contract/roles.ts';
import { fold } from '#contract/words/normalise.ts';
import { Note } from '#src/components/kit/note.tsx';
import { Panel } from '#src/components/kit/panel.tsx';
import { PlainField } from '#src/components/kit/plain-field.tsx';
import { Sheet } from '#src/components/kit/sheet.tsx';
import { SmallTable } from '#src/components/kit/small-table.tsx';
import { usePageWords, useRightWords } from '#src/entities/right/right-words.ts';
import { actionKey, type rightCells, type RightsColumn } from './rights-columns.ts';
import styles from './rights.module.css';

type Cell = (typeof rightCells)[number];

const icons: Record<Cell, LucideIcon> = {
  yes: Check,
  no: Minus,
  signed: PenLine,
  ownToday: UserCheck,
  limit: UserCheck,
};

function cellOf({ allowed, isSigned, depends }: RightAnswer): Cell {
  if (!allowed) return isSigned ? 'signed' : 'no';
  return depends ?? 'yes';
}

/** The reasons of one cell, which the sheet shows. */
type Asked = { title: string; column: string; reasons: string[] };

type CellButtonProps = { cell: Cell; column: string; onAsk: () => void };

function CellButton({ cell, column, onAsk }: CellButtonProps) {
  const { t } = useTranslation('rights-page');
  const Icon = icons[cell];
  const word = t(`cell.${cell}`);
  return (
    <button
      type="button"
      className={styles.cell}
      data-cell={cell}
      aria-label={t('whyOf', { column, cell: word })}
      onClick={onAsk}
    >
      <Icon size={16} strokeWidth={1.75} aria-hidden />
      <span>{word}</span>
    </button>
  );
}

/** A screen of the menu, with the roles that its address is for; none for everybody. */
export type GuardedPage = { path: string; title: ParseKeys<'shell'>; roles: readonly Role[] };

type Row = {
  key: string;
  label: string;
  /** The cell and its reasons in a column. */
  of: (column: RightsColumn) => { cell: Cell; reasons: string[] };
};
type Area = { key: string; title: string; rows: readonly Row[] };

/** Every action and every page, by area. */
function useAreas(pages: readonly GuardedPage[]): Area[] {
  const { t } = useTranslation(['rights-page', 'shell']);
  const words = useRightWords();
  const pageWords = usePageWords();
  const rowOf = (action: Action): Row => ({
    key: action,
    label: t(`action.${actionKey(action)}`),
    of: ({ grant }) => {
      const answer = why(grant, action);
      return { cell: cellOf(answer), reasons: words(grant, action, answer) };
    },
  });
  const areas = (Object.keys(actionGroups) as ActionGroup[]).map((group) => ({
    key: group as string,
    title: t(`group.${group}`),
    rows: actionGroups[group].map(rowOf),
  }));
  const screens = pages.map(({ path, title, roles }): Row => ({
    key: path,
    label: t(`shell:${title}`),
    of: ({ grant }) => {
      const { isOpen, reason } = pageWords(grant.role, roles);
      return { cell: isOpen ? 'yes' : 'no', reasons: [reason] };
    },
  }));
  return [...areas, { key: 'pages', title: t('pages'), rows: screens }];
}

type AreaPanelProps = {
  area: Area;
  columns: readonly RightsColumn[];
  isOpen: boolean;
  onToggle: () => void;
  onAsk: (asked: Asked) => void;
};

/** One area, which its title folds. */
function AreaPanel({ area, columns, isOpen, onToggle, onAsk }: AreaPanelProps) {
  const { t } = useTranslation('rights-page');
  const title = (
    <button type="button" className={styles.fold} aria-expanded={isOpen} onClick={onToggle}>
      <ChevronDown size={16} strokeWidth={1.75} aria-hidden />
      <span>{area.title}</span>
      <small>{area.rows.length}</small>
    </button>
  );
  return (
    <Panel title={title}>
      {isOpen && (
        <div style={{ '--columns': columns.length } as CSSProperties}>
          <SmallTable label={area.title} isScrolling className={styles.table}>
            <thead>
              <tr>
                <th scope="col">{t('what')}</th>
                {columns.map(({ key, name, note }) => (
                  <th key={key} scope="col">
                    {name}
                    {note !== undefined && <small>{note}</small>}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {area.rows.map(({ key, label, of }) => (
                <tr key={key}>
                  <th scope="row">{label}</th>
                  {columns.map((column) => {
                    const { cell, reasons } = of(column);
                    const asked = { title: label, column: column.name, reasons };
                    return (
                      <td key={column.key}>
                        <CellButton cell={cell} column={column.name} onAsk={() => onAsk(asked)} />
                      </td>
                    );
                  })}
                </tr>
              ))}
            </tbody>
          </SmallTable>
        </div>
      )}
    </Panel>
  );
}

type RightsTableProps = {
  columns: readonly RightsColumn[];
  pages: readonly GuardedPage[];
  /** Where all areas together are longer than anybody scrolls, they begin closed. */
  isFolded: boolean;
};

/** Every action by area against the columns; a press on a cell says why. */
export function RightsTable({ columns, pages, isFolded }: RightsTableProps) {
  const { t } = useTranslation('rights-page');
  const areas = useAreas(pages);
  const [asked, setAsked] = useState<Asked>();
  const [search, setSearch] = useState('');
  /** The areas that are not as they began. */
  const [turned, setTurned] = useState<readonly string[]>([]);
  const wanted = fold(search);
  const shown = areas
    .map((area) => ({
      ...area,
      rows: area.rows.filter(({ label }) => fold(`${area.title} ${label}`).includes(wanted)),
    }))
    .filter(({ rows }) => rows.length > 0);
  const turn = (key: string) =>
    setTurned(turned.includes(key) ? turned.filter((one) => one !== key) : [...turned, key]);
  return (
    <>
      <div className={styles.choice}>
        <PlainField
          type="search"
          label={t('search')}
          value={search}
          onChange={({ target }) => {
            setSearch(target.value);
            setTurned([]);
          }}
        />
        <div role="status">{shown.length === 0 && <Note>{t('nothing')}</Note>}</div>
      </div>
      {shown.map((area) => (
        <AreaPanel
          key={area.key}
          area={area}
          columns={columns}
          isOpen={(!isFolded || wanted !== '') !== turned.includes(area.key)}
          onToggle={() => turn(area.key)}
          onAsk={setAsked}
        />
      ))}
      {asked && (
        <Sheet title={asked.title} onClose={() => setAsked(undefined)}>
          <div className={styles.reasons}>
            <b>{asked.column}</b>
            {asked.reasons.map((reason) => (
              <p key={reason}>{reason}</p>
            ))}
          </div>
        </Sheet>
      )}
    </>
  );
}
