import i18next from 'i18next';
import { failureText } from '#src/lib/request/failure-text.ts';
import { resizePicture } from '#src/lib/browser/resize-picture.ts';
import { storePicture, type PictureOf } from '#src/lib/browser/store-picture.ts';

/** Stores a chosen file. Returns its id or, in the person's language, why it was not stored. */
export async function storeChosenPicture(
  file: File,
  of?: PictureOf,
): Promise<{ id: string } | { error: string }> {
  const picture = await resizePicture(file);
  if (!picture) return { error: i18next.t('form.pictureKind') };
  const result = await storePicture(picture, of);
  return result.outcome === 'saved' ? { id: result.row._id } : { error: failureText(result) };
}
