import { chakra } from '@chakra-ui/react/styled-system';
import { Search } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Input } from '#src/components/form/controls.ts';
import type { ListView } from './use-list-view.ts';

const typesText = (target: EventTarget | null) =>
  target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName));

/** The search box of a list. `/` goes to it, Escape empties it; `hint` says what is searched. */
export function ListToolbar({ view, hint }: { view: ListView; hint: string }) {
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
    <chakra.search display="flex" gap="2" marginBottom="3">
      <chakra.div position="relative" flex={{ base: '1', sm: '0 1 280px' }}>
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
    </chakra.search>
  );
}
