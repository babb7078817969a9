import { DatePicker, parseDate } from '@chakra-ui/react/date-picker';
import { chakra } from '@chakra-ui/react/styled-system';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { Chakra } from '#src/theme/chakra.tsx';
import { TIME_ZONE } from '#src/lib/text/format.ts';
import { today } from '#src/lib/text/today.ts';
import { useLanguage } from '#src/lib/text/use-language.ts';

type DayCalendarProps = {
  label: string;
  day: string | null;
  onChoose: (day: string) => void;
  onClose: () => void;
};

const cell = {
  display: 'grid',
  placeItems: 'center',
  width: 'control',
  height: 'control',
  borderRadius: 'md',
  cursor: 'pointer',
  '&:hover': { bg: 'bg.muted' },
  '&[data-outside-range]': { color: 'fg.subtle' },
  '&[data-today]': { boxShadow: 'inset 0 -3px 0 {colors.accent}' },
  '&[data-selected]': { bg: 'indigo.solid', color: 'indigo.contrast' },
  '&[data-focus]': { outline: '2px solid {colors.indigo.focusRing}' },
} as const;

/** A month to choose a day from; weeks begin on Monday. Escape and a press elsewhere close it. */
export function DayCalendar({ label, day, onChoose, onClose }: DayCalendarProps) {
  const language = useLanguage();
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    box.current
      ?.querySelector<HTMLElement>(
        '[data-part="table-cell-trigger"][tabindex="0"], [data-part="table"]',
      )
      ?.focus();
    const pressed = (event: PointerEvent) => {
      if (!box.current?.parentElement?.contains(event.target as Node)) onClose();
    };
    document.addEventListener('pointerdown', pressed);
    return () => document.removeEventListener('pointerdown', pressed);
  }, [onClose]);
  return (
    <Chakra>
      <chakra.div
        ref={box}
        role="dialog"
        aria-label={label}
        position="absolute"
        zIndex="10"
        insetBlockStart="calc(100% + 4px)"
        insetInlineStart="0"
        padding="2"
        bg="bg.panel"
        border="1px solid {colors.border}"
        borderRadius="lg"
        boxShadow="overlay"
        onKeyDown={(event) => {
          if (event.key !== 'Escape') return;
          event.preventDefault();
          event.stopPropagation();
          onClose();
        }}
      >
        <DatePicker.Root
          inline
          locale={language === 'lo' ? 'lo-LA' : 'en-GB'}
          startOfWeek={1}
          timeZone={TIME_ZONE}
          defaultValue={day === null ? [] : [parseDate(day)]}
          defaultFocusedValue={parseDate(day ?? today())}
          onValueChange={({ value }) => {
            const chosen = value[0]?.toString();
            if (chosen) onChoose(chosen);
          }}
        >
          <DatePicker.View view="day">
            <DatePicker.ViewControl
              display="flex"
              alignItems="center"
              justifyContent="space-between"
            >
              <DatePicker.PrevTrigger css={cell}>
                <ChevronLeft aria-hidden data-flip size={16} />
              </DatePicker.PrevTrigger>
              <DatePicker.RangeText fontWeight="semibold" />
              <DatePicker.NextTrigger css={cell}>
                <ChevronRight aria-hidden data-flip size={16} />
              </DatePicker.NextTrigger>
            </DatePicker.ViewControl>
            <DatePicker.DayTable
              css={{
                borderSpacing: '0',
                '& th': { color: 'fg.muted', fontWeight: 'medium', textStyle: 'xs' },
                '& [data-part="table-cell-trigger"]': cell,
              }}
            />
          </DatePicker.View>
        </DatePicker.Root>
      </chakra.div>
    </Chakra>
  );
}
