import * as z from 'zod/mini';
import { announcementsList } from './announcements-list.ts';
import { id, optionalDate, optionalText, timestamp, timeOfDay, version } from '#contract/fields.ts';
import { imageTypes } from './files.ts';
import { resource } from '#contract/resource.ts';
import { roles } from '#contract/roles.ts';

/**
 * docs/domain.md, "Announcements". The clock decides if a published one is scheduled, shown or has
 * ended, see `shownState`.
 */
export const announcementStates = ['draft', 'published', 'archived'] as const;
export const priorities = ['normal', 'high', 'urgent'] as const;
export type Priority = (typeof priorities)[number];

export const MAX_ATTACHMENTS = 3;
export const MAX_ATTACHMENT_BYTES = 5_000_000;
/** The type is decided by the content, not by the name. */
export const attachmentTypes = [...imageTypes, 'application/pdf'] as const;

/**
 * POST `/announcement-files?name=`: the body is the file itself; GET `/announcement-files/{id}`
 * answers its content.
 */
export const attachmentQuery = z.object({
  name: z._default(z.string().check(z.maxLength(120)), ''),
});
export const attachment = z.object({
  _id: id,
  name: z.string(),
  type: z.enum(attachmentTypes),
  bytes: z.int(),
});
export type Attachment = z.output<typeof attachment>;

const optionalTime = z._default(z.union([z.literal(''), timeOfDay], { error: 'timeInvalid' }), '');

const announcementFields = z.object({
  /** One language is enough: readers of the other see this one, with a mark. */
  titleLo: optionalText(120),
  bodyLo: optionalText(4000),
  titleEn: optionalText(120),
  bodyEn: optionalText(4000),
  /**
   * The branches whose people it addresses; none means every branch, which only a superadmin may
   * address.
   */
  branchIds: z._default(z.array(id).check(z.maxLength(50)), []),
  roles: z._default(z.array(z.enum(roles)).check(z.minLength(1)), ['admin', 'staff', 'finance']),
  /** The classes it is about. They do not limit who sees it. */
  classIds: z._default(z.array(id).check(z.maxLength(20)), []),
  priority: z._default(z.enum(priorities), 'normal'),
  pinned: z._default(z.boolean(), false),
  state: z._default(z.enum(announcementStates), 'draft'),
  /**
   * Days and times by the centre's clock; without a first day it is shown once it is published,
   * without a last one until it is archived.
   */
  fromDay: optionalDate,
  fromTime: optionalTime,
  untilDay: optionalDate,
  untilTime: optionalTime,
  fileIds: z._default(z.array(id).check(z.maxLength(MAX_ATTACHMENTS)), []),
});

type Fields = z.output<typeof announcementFields>;

const isSaid = ({ titleLo, titleEn }: Fields) => titleLo !== '' || titleEn !== '';
const hasText = ({ titleLo, bodyLo, titleEn, bodyEn }: Fields) =>
  (titleLo !== '' && bodyLo !== '') ||
  (titleEn !== '' && bodyEn !== '') ||
  (titleLo === '' && titleEn === '');
const isOrdered = ({ fromDay, fromTime, untilDay, untilTime }: Fields) =>
  fromDay === null ||
  untilDay === null ||
  `${fromDay} ${fromTime || '00:00'}` <= `${untilDay} ${untilTime || '23:59'}`;

export const announcementInput = announcementFields.check(
  z.refine(isSaid, { path: ['titleLo'], error: 'oneLanguage' }),
  z.refine(hasText, { path: ['bodyLo'], error: 'oneLanguage' }),
  z.refine(isOrdered, { path: ['untilDay'], error: 'datesTurned' }),
);

/** Only new input is checked, so that an announcement from before a rule can still be read. */
export const announcement = z.extend(announcementFields, {
  _id: id,
  publishFrom: timestamp,
  publishTo: z.nullable(timestamp),
  /** The branch whose admins may change it; none for one that a superadmin wrote. */
  branchId: z.nullable(id),
  authorName: z.string(),
  files: z.array(attachment),
  /** True if it addresses the user. */
  isForMe: z.boolean(),
  readAt: z.nullable(timestamp),
  /**
   * The number of people it addresses, and of those who have read it; only for users who write
   * announcements.
   */
  audienceCount: z.optional(z.int()),
  readCount: z.optional(z.int()),
  version,
  createdAt: timestamp,
  updatedAt: timestamp,
});

export const announcements = resource(announcementsList, {
  row: announcement,
  input: announcementInput,
});

/** POST `/announcements/read`: marks announcements as read. */
export const readInput = z.object({ ids: z.array(id).check(z.minLength(1), z.maxLength(50)) });

/** GET `/announcements/{id}/receipts`: everybody it addresses, with the time of reading. */
export const receipt = z.object({
  _id: id,
  name: z.string(),
  role: z.enum(roles),
  branchName: z.string(),
  readAt: z.nullable(timestamp),
  lastSeenAt: z.nullable(timestamp),
});
export type Receipt = z.output<typeof receipt>;

/** GET `/announcements/audience`: the number of active accounts per branch and role. */
export const audienceCount = z.object({ branchId: id, role: z.enum(roles), count: z.int() });
export type AudienceCount = z.output<typeof audienceCount>;

export type Announcement = z.output<typeof announcement>;
export type AnnouncementInput = z.output<typeof announcementInput>;
