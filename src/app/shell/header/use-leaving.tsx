import { useState, type ReactNode } from 'react';
import { leave } from '#src/app/routing/sign-in-address.ts';

/**
 * Signs out on request; asks first if something is unsaved. The dialog is fetched at that moment.
 */
export function useSignOut(): { ask: () => void; dialog: ReactNode } {
  const [dialog, setDialog] = useState<ReactNode>();
  const askFirst = async () => {
    const { LeaveDialog, unsavedForms } = await import('./leave-dialog.tsx');
    const unsaved = await unsavedForms();
    if (unsaved || !navigator.onLine)
      setDialog(<LeaveDialog unsaved={unsaved} onStay={() => setDialog(undefined)} />);
    else leave();
  };
  // Signing out must not depend on a part of the program that cannot be fetched.
  return { ask: () => void askFirst().catch(leave), dialog };
}
