import type { ShownState } from '#contract/centre/announcement-state.ts';
import type { Announcement } from '#contract/centre/announcements.ts';
import type { Language } from '#contract/language.ts';
import { type MarkTone } from '#src/components/kit/mark.tsx';
import { formatDateTime } from '#src/lib/text/format.ts';

type Texts = Pick<Announcement, 'titleLo' | 'bodyLo' | 'titleEn' | 'bodyEn'>;

/** The text in the person's language, or in the other one if that is missing. */
export type Said = { title: string; body: string; lang: Language; isOther: boolean };

export function saidIn({ titleLo, bodyLo, titleEn, bodyEn }: Texts, language: Language): Said {
  const lo = { title: titleLo, body: bodyLo, lang: 'lo' as const };
  const en = { title: titleEn, body: bodyEn, lang: 'en' as const };
  const [own, other] = language === 'lo' ? [lo, en] : [en, lo];
  const isOther = own.title === '' && other.title !== '';
  return { ...(isOther ? other : own), isOther };
}

export const stateTones: Record<ShownState, MarkTone> = {
  draft: 'off',
  scheduled: 'new',
  published: 'on',
  ended: 'off',
  archived: 'off',
};

/** `21/11/2026 10:40 – 22/11/2026 12:00`; open-ended without an end. */
export const showWindow = ({
  publishFrom,
  publishTo,
}: Pick<Announcement, 'publishFrom' | 'publishTo'>) =>
  `${formatDateTime(publishFrom)} –${publishTo === null ? '' : ` ${formatDateTime(publishTo)}`}`;

type Kept = { isForMe: boolean; readAt: string | null };

/** True if the person still has to read it. */
export const isUnread = ({ isForMe, readAt }: Kept) => isForMe && readAt === null;
