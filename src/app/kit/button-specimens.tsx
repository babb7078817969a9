import { Plus, Printer, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button, IconButton } from '#src/components/kit/button.tsx';
import { IconLink, LinkButton } from '#src/components/kit/link-button.tsx';
import {
  Menu,
  MenuChoices,
  MenuEntry,
  MenuEntryLink,
  MenuList,
} from '#src/components/kit/menu.tsx';
import { Segments } from '#src/components/kit/segments.tsx';
import { Toolbar } from '#src/components/kit/toolbar.tsx';
import { withWholeCodes } from '#src/components/kit/whole-codes.tsx';
import { paths } from '#src/lib/paths.ts';
import { useSamples } from './samples.ts';
import { Specimen, State, Touched } from './specimen.tsx';

const looks = ['outline', 'solid', 'ghost', 'text'] as const;

/** Every look and tone of a button. */
function Looks({ busy = false, disabled = false }: { busy?: boolean; disabled?: boolean }) {
  const { t } = useTranslation();
  const words = t('action.save');
  return (
    <Toolbar>
      {looks.map((look) => (
        <Button key={look} look={look} busy={busy} disabled={disabled}>
          {words}
        </Button>
      ))}
      <Button tone="danger" busy={busy} disabled={disabled}>
        {t('action.remove')}
      </Button>
      <Button look="solid" tone="danger" icon={Trash2} busy={busy} disabled={disabled}>
        {t('action.remove')}
      </Button>
    </Toolbar>
  );
}

function Choice({ isDisabled = false }: { isDisabled?: boolean }) {
  const w = useSamples();
  const [currency, choose] = useState('LAK');
  const options = ['LAK', 'THB', 'USD'].map((value) => ({ value, label: value }));
  return (
    <Segments
      label={w.amount}
      options={options}
      value={currency}
      onChoose={choose}
      isDisabled={isDisabled}
    />
  );
}

function Menus() {
  const { t } = useTranslation();
  const w = useSamples();
  const [course, choose] = useState('course');
  const choices = [
    { value: 'course', children: w.course },
    { value: 'longName', children: w.longName },
  ];
  return (
    <Specimen of="Menu, MenuList, MenuEntry, MenuEntryLink, MenuChoices">
      <Touched>
        <Menu trigger={w.class} align="start" width={260}>
          {(close) => (
            <MenuList label={w.class}>
              <MenuEntry icon={Printer} onClick={close}>
                {t('list.print')}
              </MenuEntry>
              <MenuEntry icon={Trash2} onClick={close}>
                {t('action.remove')}
              </MenuEntry>
            </MenuList>
          )}
        </Menu>
      </Touched>
      <State of="long">
        <Menu trigger={w.add} align="start" width={300}>
          {(close) => (
            <>
              <MenuChoices
                label={w.course}
                value={course}
                choices={choices}
                onChoose={(chosen) => {
                  choose(chosen);
                  close();
                }}
              />
              <MenuEntryLink to={paths.courses}>{w.course}</MenuEntryLink>
            </>
          )}
        </Menu>
      </State>
      <State of="normal">
        <MenuList label={w.class}>
          <MenuEntry icon={Printer}>{t('list.print')}</MenuEntry>
          <MenuEntry icon={Trash2}>{t('action.remove')}</MenuEntry>
        </MenuList>
      </State>
      <State of="pressed">
        <MenuList label={w.class}>
          <MenuEntry icon={Printer}>{t('list.print')}</MenuEntry>
        </MenuList>
      </State>
    </Specimen>
  );
}

/** What acts, and what leads somewhere. */
export function ButtonSpecimens() {
  const { t } = useTranslation();
  const w = useSamples();
  return (
    <>
      <Specimen of="Button" isWide>
        <Touched>
          <Looks />
        </Touched>
        <State of="busy">
          <Looks busy />
        </State>
        <State of="disabled">
          <Looks disabled />
        </State>
        <State of="chosen">
          <Button aria-pressed>{w.active}</Button>
        </State>
        <State of="long">
          <Button wraps icon={Plus}>
            {withWholeCodes(w.longName)}
          </Button>
        </State>
        <State of="numbers">
          <Button icon={Printer} count={12}>
            {t('list.print')}
          </Button>
        </State>
      </Specimen>
      <Specimen of="IconButton, IconLink">
        <Touched>
          <IconButton icon={Trash2} label={t('action.remove')} />
          <IconLink icon={Plus} label={w.add} to={paths.courses} />
        </Touched>
        <State of="disabled">
          <IconButton icon={Trash2} label={t('action.remove')} disabled />
        </State>
      </Specimen>
      <Specimen of="LinkButton">
        <Touched>
          <LinkButton icon={Plus} to={paths.courses}>
            {w.add}
          </LinkButton>
        </Touched>
        <State of="normal">
          <LinkButton look="solid" to={paths.courses}>
            {w.add}
          </LinkButton>
        </State>
      </Specimen>
      <Specimen of="Segments">
        <Touched>
          <Choice />
        </Touched>
        <State of="disabled">
          <Choice isDisabled />
        </State>
      </Specimen>
      <Specimen of="Toolbar">
        <State of="normal">
          <Toolbar label={w.student}>
            <Button aria-pressed>{withWholeCodes(w.person)}</Button>
            <Button>{w.student}</Button>
            <Button disabled>{w.ended}</Button>
          </Toolbar>
        </State>
        <State of="long">
          <Toolbar align="end">
            <Button>{t('action.cancel')}</Button>
            <Button look="solid">{withWholeCodes(w.longName)}</Button>
          </Toolbar>
        </State>
      </Specimen>
      <Menus />
    </>
  );
}
