import { Check, Minus, PenLine, UserCheck, type LucideIcon } from 'lucide-react';
import type { ParseKeys } from 'i18next';
import { useState, type CSSProperties, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { actionGroups, type ActionGroup } from '#contract/rights/action-groups.ts';
import { why, type Action, type RightAnswer, type Role } from '#contract/roles.ts';
import { Panel } from '#src/components/kit/panel.tsx';
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

type GroupProps = { title: string; columns: readonly RightsColumn[]; children: ReactNode };

function GroupTable({ title, columns, children }: GroupProps) {
  const { t } = useTranslation('rights-page');
  return (
    <Panel title={title}>
      <div style={{ '--columns': columns.length } as CSSProperties}>
        <SmallTable label={title} isScrolling className={styles.table}>
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
          <tbody>{children}</tbody>
        </SmallTable>
      </div>
    </Panel>
  );
}

/** A screen of the menu, with the roles that its address is for; none for everybody. */
export type GuardedPage = { path: string; title: ParseKeys<'shell'>; roles: readonly Role[] };

type RightsTableProps = { columns: readonly RightsColumn[]; pages: readonly GuardedPage[] };

/** Every action by area against the columns; a press on a cell says why. */
export function RightsTable({ columns, pages }: RightsTableProps) {
  const { t } = useTranslation(['rights-page', 'shell']);
  const words = useRightWords();
  const pageWords = usePageWords();
  const [asked, setAsked] = useState<Asked>();
  const ofAction = (action: Action, { key, name, grant }: RightsColumn) => {
    const answer = why(grant, action);
    const title = t(`action.${actionKey(action)}`);
    const reasons = words(grant, action, answer);
    return (
      <td key={key}>
        <CellButton
          cell={cellOf(answer)}
          column={name}
          onAsk={() => setAsked({ title, column: name, reasons })}
        />
      </td>
    );
  };
  return (
    <>
      {(Object.keys(actionGroups) as ActionGroup[]).map((group) => (
        <GroupTable key={group} title={t(`group.${group}`)} columns={columns}>
          {actionGroups[group].map((action) => (
            <tr key={action}>
              <th scope="row">{t(`action.${actionKey(action)}`)}</th>
              {columns.map((column) => ofAction(action, column))}
            </tr>
          ))}
        </GroupTable>
      ))}
      <GroupTable title={t('pages')} columns={columns}>
        {pages.map((screen) => (
          <tr key={screen.path}>
            <th scope="row">{t(`shell:${screen.title}`)}</th>
            {columns.map(({ key, name, grant: { role } }) => (
              <td key={key}>
                <CellButton
                  cell={pageWords(role, screen.roles).isOpen ? 'yes' : 'no'}
                  column={name}
                  onAsk={() =>
                    setAsked({
                      title: t(`shell:${screen.title}`),
                      column: name,
                      reasons: [pageWords(role, screen.roles).reason],
                    })
                  }
                />
              </td>
            ))}
          </tr>
        ))}
      </GroupTable>
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
