import { create } from 'zustand';
import { createJSONStorage, persist } from 'zustand/middleware';
import type { Language } from '#contract/language.ts';
import type { PublicSchoolInfo } from '#contract/centre/school-info.ts';
import { api, apiUrl } from '#src/lib/request/api.ts';
import { forgivingStorage } from '#src/lib/browser/forgiving-storage.ts';
import { CENTRE_KEY } from '#src/lib/browser/storage-keys.ts';
import { verifierKeeper } from './verifier-keeper.ts';
import { useLanguage } from '#src/lib/text/use-language.ts';

const NAME_UNTIL_KNOWN = 'BranchDesk';

type Centre = Pick<PublicSchoolInfo, 'centreNameEn' | 'centreNameLo' | 'logoFileId'>;
type Kept = Centre & Pick<PublicSchoolInfo, 'offlineUnlock'>;

// Stored on the device, so that a reload shows the right title and footer before the server has
// answered.
const useCentre = create<Kept>()(
  persist(
    (): Kept => ({ centreNameEn: '', centreNameLo: '', logoFileId: null, offlineUnlock: false }),
    {
      name: CENTRE_KEY,
      storage: createJSONStorage(() => forgivingStorage),
    },
  ),
);

/** Shows another name and logo, for instance after saving them. */
export function setCentre({ centreNameEn, centreNameLo, logoFileId, offlineUnlock }: Kept): void {
  const wasOn = useCentre.getState().offlineUnlock;
  useCentre.setState({ centreNameEn, centreNameLo, logoFileId, offlineUnlock });
  if (wasOn && !offlineUnlock) void verifierKeeper().then((keeper) => keeper?.forget());
}

/** True if this device may check a password by itself, as far as it knows. */
export const isOfflineUnlockOn = () => useCentre.getState().offlineUnlock;

/** Fetches the centre's details; without an answer the last known name stays. */
export async function loadCentre(): Promise<void> {
  try {
    setCentre(await api.get<PublicSchoolInfo>('/school-info/public', { quiet: true }));
  } catch {
    // The name is not worth a message; other failures will report the cause.
  }
}

/** The name of `centre` in `language`, or `BranchDesk` until it is known. */
export function centreNameIn(
  centre: Pick<Centre, 'centreNameEn' | 'centreNameLo'>,
  language: Language,
): string {
  const { centreNameEn, centreNameLo } = centre;
  return (
    (language === 'lo' ? centreNameLo || centreNameEn : centreNameEn || centreNameLo) ||
    NAME_UNTIL_KNOWN
  );
}

/** The centre's names, for papers in both languages. */
export function useCentreNames(): { en: string; lo: string } {
  const { centreNameEn, centreNameLo } = useCentre();
  return { en: centreNameEn || NAME_UNTIL_KNOWN, lo: centreNameLo };
}

/** The centre's name in the interface language. */
export function useCentreName(): string {
  return centreNameIn(useCentre(), useLanguage());
}

/** The address of the centre's logo, readable without a session; undefined if there is none. */
export function useCentreLogo(): string | undefined {
  const { logoFileId } = useCentre();
  // The id only changes the address with the picture; the server always returns the current logo.
  return logoFileId ? apiUrl('/school-info/logo', { v: logoFileId }) : undefined;
}
