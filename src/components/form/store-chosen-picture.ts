import { apiErrors } from '#contract/errors.ts';
import { currentLanguage, say } from '#src/lib/i18n.ts';
import { storePicture } from '#src/lib/pictures.ts';
import { resizePicture } from '#src/lib/resize-picture.ts';

/** Stores a chosen file; answers its id, or in the person's language why it was not stored. */
export async function storeChosenPicture(file: File, photoOf?: string): Promise<{ id: string } | { error: string }> {
  const picture = await resizePicture(file);
  if (!picture) return { error: apiErrors.mediaTypeUnsupported[currentLanguage()] };
  const result = await storePicture(picture, photoOf);
  if (result.outcome === 'saved') return { id: result.row._id };
  if (result.outcome === 'offline') return { error: say('offlineToast') };
  return { error: result.outcome === 'refused' ? result.reason : say('somethingWrong') };
}
