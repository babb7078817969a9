import { useEffect } from 'react';
import { createPortal } from 'react-dom';
import { listenForScans, loadScans } from '#src/components/scan/listen.ts';
import { useMyAnnouncements } from '#src/entities/announcement/my-announcements.ts';
import { Bell } from '#src/app/shell/bell/bell.tsx';
import { NewDeviceLine } from '#src/app/shell/bell/new-device-line.tsx';
import { RescueLine, useRescues } from '#src/app/shell/bell/rescue-line.tsx';
import { UrgentLine } from '#src/app/shell/bell/urgent-line.tsx';
import { FindButton } from '#src/app/shell/find/find-button.tsx';
import { HelpButton } from '#src/app/shell/help/help-button.tsx';
import { DESK_PHONE, useMedia } from '#src/lib/browser/use-media.ts';
import { OwnBranchControl } from './own-branch.tsx';
import { URGENT_PLACE_ID } from './late-tools.tsx';

/** The desk is as high as the room below the lines that stand under the header. */
function useUrgentHeight(place: HTMLElement | null) {
  useEffect(() => {
    if (!place) return undefined;
    const watch = new ResizeObserver(() =>
      document.documentElement.style.setProperty('--urgent', `${place.offsetHeight}px`),
    );
    watch.observe(place);
    return () => watch.disconnect();
  }, [place]);
}

/** The branch, the finder, the help, the bell, and below the header urgent announcements. */
export function HeaderTools() {
  const rows = useMyAnnouncements();
  const rescues = useRescues();
  // Below it the help is the first row of the person's menu.
  const hasRoom = !useMedia(DESK_PHONE);
  // A page without a reader says so.
  useEffect(() => {
    listenForScans();
    void loadScans().catch(() => undefined);
  }, []);
  const place = document.getElementById(URGENT_PLACE_ID);
  useUrgentHeight(place);
  return (
    <>
      <OwnBranchControl />
      <FindButton />
      {hasRoom && <HelpButton />}
      <Bell rows={rows} />
      {place &&
        createPortal(
          <>
            <RescueLine rows={rescues} />
            <NewDeviceLine />
            <UrgentLine rows={rows} />
          </>,
          place,
        )}
    </>
  );
}
