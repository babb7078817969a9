import { chakra } from '@chakra-ui/react/styled-system';
import { Search } from 'lucide-react';
import { useEffect, useRef, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Input } from '#src/components/form/controls.ts';
import type { ListView } from './use-list-view.ts';

const typesText = (target: EventTarget | null) =>
  target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName));

type ListToolbarProps = {
  view: ListView;
  /** What is searched. */
  hint: string;
  /** Buttons of the whole list, at the other end: filters, columns, export. */
  actions?: ReactNode;
};

/** The search box of a list and what can be done with all of it. `/` goes to the box, Escape empties it. */
export function ListToolbar({ view, hint, actions }: ListToolbarProps) {
  const { t } = useTranslation();
  const box = useRef<HTMLInputElement>(null);
  useEffect(() => {
    const goTo = (event: KeyboardEvent) => {
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || typesText(event.target)) return;
      event.preventDefault();
      box.current?.focus();
    };
    window.addEventListener('keydown', goTo);
    return () => window.removeEventListener('keydown', goTo);
  }, []);
  return (
    <chakra.search display="flex" flexWrap="wrap" gap="2" marginBottom="3">
      <chakra.div position="relative" flex={{ base: actions ? '1 1 100%' : '1', sm: '0 1 340px' }}>
        <chakra.span position="absolute" insetBlock="0" insetInlineStart="3" display="grid" placeItems="center" color="fg.subtle" pointerEvents="none">
          <Search aria-hidden size={16} strokeWidth={1.75} />
        </chakra.span>
        <Input
          ref={box}
          type="search"
          aria-label={t('list.search')}
          aria-keyshortcuts="/"
          placeholder={hint}
          ps="10"
          pe="10"
          value={view.search}
          onChange={(event) => view.setSearch(event.target.value)}
          onKeyDown={(event) => {
            if (event.key === 'Escape') view.setSearch('');
          }}
        />
        {view.search === '' && (
          <chakra.kbd
            aria-hidden
            position="absolute"
            insetBlock="0"
            insetInlineEnd="3"
            height="20px"
            marginBlock="auto"
            px="5px"
            borderWidth="1px"
            borderRadius="xs"
            color="fg.subtle"
            fontFamily="inherit"
            fontSize="2xs"
            lineHeight="18px"
            pointerEvents="none"
            css={{ '@media (pointer: coarse)': { display: 'none' } }}
          >
            /
          </chakra.kbd>
        )}
      </chakra.div>
      {actions}
    </chakra.search>
  );
}
