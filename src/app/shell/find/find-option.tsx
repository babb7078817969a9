import {
  BookOpen,
  CircleHelp,
  FileText,
  GraduationCap,
  Package,
  Plus,
  ReceiptText,
  SquareArrowOutUpRight,
  UserRound,
  UsersRound,
  type LucideIcon,
} from 'lucide-react';
import { useLayoutEffect, useRef, type MouseEvent } from 'react';
import type { FindGroup, FindItem } from './find-items.ts';
import styles from './find.module.css';

const icons: Record<FindGroup, LucideIcon> = {
  parent: UsersRound,
  student: UserRound,
  teacher: GraduationCap,
  class: BookOpen,
  order: FileText,
  receipt: ReceiptText,
  product: Package,
  screen: SquareArrowOutUpRight,
  do: Plus,
  help: CircleHelp,
};

/** Highlights the first typed word within a text. */
function Fitting({ text, typed }: { text: string; typed: string }) {
  const [word = ''] = typed.trim().toLowerCase().split(/\s+/);
  const start = word === '' ? -1 : text.toLowerCase().indexOf(word);
  if (start < 0) return <>{text}</>;
  const end = start + word.length;
  return (
    <>
      {text.slice(0, start)}
      <mark>{text.slice(start, end)}</mark>
      {text.slice(end)}
    </>
  );
}

type FindOptionProps = {
  id: string;
  item: FindItem;
  typed: string;
  isChosen: boolean;
  /** True for a result of an earlier text; it cannot be pressed. */
  isOld: boolean;
  onPress: (event: MouseEvent) => void;
};

/** A line of the results. */
export function FindOption({ id, item, typed, isChosen, isOld, onPress }: FindOptionProps) {
  const row = useRef<HTMLDivElement>(null);
  const Icon = icons[item.group];
  useLayoutEffect(() => {
    if (isChosen) row.current?.scrollIntoView({ block: 'nearest' });
  }, [isChosen]);
  return (
    <div
      ref={row}
      id={id}
      role="option"
      aria-selected={isChosen}
      aria-disabled={isOld}
      className={styles.option}
      onClick={onPress}
    >
      <span className={styles.icon}>
        <Icon aria-hidden size={16} strokeWidth={1.75} />
      </span>
      <span className={styles.words}>
        <bdi className={styles.title}>
          <Fitting text={item.title} typed={typed} />
        </bdi>
        {item.detail !== '' && (
          <small>
            <Fitting text={item.detail} typed={typed} />
          </small>
        )}
      </span>
      {item.aside !== '' && <span className={styles.aside}>{item.aside}</span>}
    </div>
  );
}
