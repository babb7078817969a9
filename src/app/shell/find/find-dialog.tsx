import { Search, X } from 'lucide-react';
import {
  useEffect,
  useEffectEvent,
  useId,
  useRef,
  useState,
  type KeyboardEvent,
  type MouseEvent,
  type RefObject,
} from 'react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { takesCards } from '#src/components/scan/takes-scan.ts';
import { usePersonScan } from '#src/components/scan/use-person-scan.ts';
import { useKeptOrders } from '#src/entities/order/kept-orders.ts';
import { useModal } from '#src/lib/browser/use-modal.ts';
import { useGrant } from '#src/lib/session/use-can.ts';
import { useLanguage } from '#src/lib/text/use-language.ts';
import { wordsQuery } from '#src/app/shell/help/manual.ts';
import { foundKinds } from '#contract/reports/find.ts';
import { DOT } from '#contract/words/dot.ts';
import { IconButton } from '#src/components/kit/button.tsx';
import { LinkButton } from '#src/components/kit/link-button.tsx';
import {
  everydayItems,
  helpItems,
  itemOf,
  screenItems,
  type FindGroup,
  type FindItem,
} from './find-items.ts';
import { FindOption } from './find-option.tsx';
import { FoundSaid } from './found-said.tsx';
import { pointAt } from './point-at.ts';
import styles from './find.module.css';
import { useFound } from './use-found.ts';

const groups: readonly FindGroup[] = [...foundKinds, 'screen', 'do', 'help'];
const MOST_SCREENS = 8;
/** Screens and help are found at once; records belong to the last answer. */
const isOfScreens = ({ group }: FindItem) =>
  group === 'screen' || group === 'do' || group === 'help';
const STEPS: Record<string, (at: number, count: number) => number> = {
  ArrowDown: (at, count) => (at + 1) % count,
  ArrowUp: (at, count) => (at - 1 + count) % count,
};

/** The matching lines, in the order of their groups. */
function useItems(text: string) {
  const { t } = useTranslation(['find', 'shell']);
  const language = useLanguage();
  const found = useFound(text);
  const { data: help = [] } = useQuery(wordsQuery);
  const about = { t, language, grant: useGrant() };
  const pages = screenItems(text.trim(), about).slice(
    0,
    text.trim() === '' ? undefined : MOST_SCREENS,
  );
  const items = [
    ...(found.answer?.rows ?? []).flatMap((row) => itemOf(row, about) ?? []),
    ...pages,
    ...everydayItems(text.trim(), about),
    ...helpItems(text.trim(), help, about),
  ];
  return {
    ...found,
    items: groups.flatMap((group) => items.filter((item) => item.group === group)),
  };
}

/** The other actions of the chosen line; Tab leads here from the box. */
function Actions({ item, onClose }: { item: FindItem; onClose: () => void }) {
  const { t } = useTranslation('find');
  return (
    <div role="group" aria-label={t('actionsOf', { name: item.title })} className={styles.actions}>
      {item.actions.map(({ label, to, href }) =>
        to === undefined ? (
          <LinkButton key={label} href={href}>
            {label}
          </LinkButton>
        ) : (
          <LinkButton key={label} to={to} onClick={onClose}>
            {label}
          </LinkButton>
        ),
      )}
    </div>
  );
}

/** As printed on the key. */
const TAB = 'Tab';

function Hints({ onKeys }: { onKeys: () => void }) {
  const { t } = useTranslation('find');
  return (
    <div className={styles.hints}>
      <span className={styles.keys}>
        <kbd className={styles.key}>↑</kbd> <kbd className={styles.key}>↓</kbd> {t('keys.choose')}{' '}
        <kbd className={styles.key}>↵</kbd> {t('keys.open')} <kbd className={styles.key}>{TAB}</kbd>{' '}
        {t('keys.actions')}
        <button type="button" onClick={onKeys}>
          {t('keys.all')}
        </button>
      </span>
      <span>{t('hint')}</span>
    </div>
  );
}

/** Searches for a scanned card and opens that person's page at once. */
function useScanned(
  { items, isSettled, text }: { items: readonly FindItem[]; isSettled: boolean; text: string },
  ask: (text: string) => void,
  go: (item: FindItem) => void,
  dialog: RefObject<HTMLDialogElement | null>,
) {
  const [scanned, setScanned] = useState<string>();
  usePersonScan((code) => {
    setScanned(code);
    ask(code);
  }, dialog);
  const holders = items.filter(
    ({ group, detail }) =>
      (group === 'student' || group === 'teacher') && detail.split(DOT)[0] === scanned,
  );
  const [holder] = isSettled && text === scanned && holders.length === 1 ? holders : [];
  const open = useEffectEvent(() => {
    if (holder) go(holder);
  });
  const found = holder?.key;
  useEffect(() => open(), [found]);
}

type FindDialogProps = { onClose: () => void; onKeys: () => void; onHelp: (page?: string) => void };

/**
 * Finds people, classes, papers, products and screens while one types. Arrows choose a line, Enter
 * opens it, Tab leads to its other actions.
 */
export function FindDialog({ onClose, onKeys, onHelp }: FindDialogProps) {
  const { t } = useTranslation(['find', 'common', 'shell']);
  const id = useId();
  const dialog = useModal(true);
  const input = useRef<HTMLInputElement>(null);
  const navigate = useNavigate();
  const [text, setText] = useState('');
  const [at, setAt] = useState(0);
  useKeptOrders();
  const { items, answer, isSettled, failed } = useItems(text);
  const mayTake = (item: FindItem) => isSettled || isOfScreens(item);
  const chosen = items[Math.min(at, items.length - 1)];
  const go = (item: FindItem) => {
    if (item.isHelp || item.page !== undefined) return onHelp(item.page);
    onClose();
    if (item.to !== '') void navigate(item.to);
    const { button } = item;
    if (button !== undefined) pointAt(() => t(button));
    return undefined;
  };
  useScanned({ items, isSettled, text: text.trim() }, setText, go, dialog);
  const onKeyDown = (event: KeyboardEvent) => {
    const step = STEPS[event.key];
    if (step && items.length > 0) {
      event.preventDefault();
      const next = step(Math.min(at, items.length - 1), items.length);
      setAt(next);
    }
    // By default a search box would only empty itself.
    if (event.key === 'Escape') {
      event.preventDefault();
      onClose();
    }
    if (event.key === 'Enter' && chosen && isSettled) {
      // The closed window gives the focus back to its button, which the same key would press.
      event.preventDefault();
      go(chosen);
    }
  };
  /** The first touch on another line chooses it, so that its other actions are seen. */
  const onPress = (item: FindItem, index: number, event: MouseEvent) => {
    if (!mayTake(item)) return;
    const isTouch = (event.nativeEvent as PointerEvent).pointerType === 'touch';
    if (isTouch && item !== chosen && item.actions.length > 1) setAt(index);
    else go(item);
  };
  return (
    <dialog
      ref={dialog}
      className={styles.dialog}
      aria-label={t('open')}
      onCancel={onClose}
      onClick={({ target, currentTarget }) => target === currentTarget && onClose()}
    >
      <div className={styles.frame}>
        <div className={styles.box}>
          <Search aria-hidden size={20} strokeWidth={1.75} />
          <input
            ref={input}
            {...takesCards}
            type="search"
            role="combobox"
            aria-label={t('what')}
            aria-expanded={items.length > 0}
            aria-controls={`${id}-list`}
            aria-activedescendant={chosen && `${id}-${items.indexOf(chosen)}`}
            aria-autocomplete="list"
            autoComplete="off"
            placeholder={t('placeholder')}
            value={text}
            onChange={({ target }) => {
              setText(target.value);
              setAt(0);
            }}
            onKeyDown={onKeyDown}
          />
        </div>
        <div role="listbox" id={`${id}-list`} aria-label={t('results')} className={styles.list}>
          {groups.map((group) => {
            const own = items.filter((item) => item.group === group);
            if (own.length === 0) return null;
            return (
              <div key={group} role="group" aria-labelledby={`${id}-${group}`}>
                <div id={`${id}-${group}`} role="presentation" className={styles.group}>
                  {t(`groups.${group}`)}
                </div>
                {own.map((item) => {
                  const index = items.indexOf(item);
                  return (
                    <FindOption
                      key={item.key}
                      id={`${id}-${index}`}
                      item={item}
                      typed={text}
                      isChosen={item === chosen}
                      isOld={!mayTake(item)}
                      onPress={(event) => onPress(item, index, event)}
                    />
                  );
                })}
              </div>
            );
          })}
        </div>
        <FoundSaid
          items={items}
          answer={answer}
          isSettled={isSettled}
          failed={failed}
          text={text}
        />
        {chosen && mayTake(chosen) && chosen.actions.length > 0 && (
          <Actions item={chosen} onClose={onClose} />
        )}
        <Hints onKeys={onKeys} />
        <IconButton
          icon={X}
          className={styles.close}
          label={t('common:action.close')}
          onClick={onClose}
        />
      </div>
    </dialog>
  );
}
