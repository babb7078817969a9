import { lazy, Suspense, useState, type ReactNode } from 'react';
import type { ApprovedAct } from '#contract/centre/approvals.ts';
import { ApiError } from '#src/lib/request/api.ts';

const SignDialog = lazy(async () => ({ default: (await import('./sign-dialog.tsx')).SignDialog }));

/** By then the caller has heard that nobody signed, and its button is on again. */
const OFF_MS = 50;

type Asked = { act: ApprovedAct; text: string; answer: (token: string | null) => void };

/**
 * Asks a second person to sign on this screen, over whatever is open; null if they did not.
 * `signIfAsked` sends at once, and again with a signature if the server answers that it needs one;
 * `means` tells the second person what is signed.
 */
export function useSigning(): {
  sign: (act: ApprovedAct, text: string, opener?: Element | null) => Promise<string | null>;
  signIfAsked: <Row>(
    code: string,
    act: ApprovedAct,
    send: (approvalToken: string | null) => Promise<Row>,
    means?: string,
  ) => Promise<Row>;
  dialog: ReactNode;
} {
  const [asked, setAsked] = useState<Asked>();
  const sign = async (act: ApprovedAct, text: string, opener = document.activeElement) => {
    const token = await new Promise<string | null>((answer) => setAsked({ act, text, answer }));
    setAsked(undefined);
    // The button that asked is off while it waits, and lost the focus by that.
    if (token === null) setTimeout(() => opener instanceof HTMLElement && opener.focus(), OFF_MS);
    return token;
  };
  return {
    sign,
    signIfAsked: async (code, act, send, means) => {
      const opener = document.activeElement;
      try {
        return await send(null);
      } catch (error) {
        if (!(error instanceof ApiError) || error.body.code !== code) throw error;
        const token = await sign(act, [means, error.message].filter(Boolean).join(' '), opener);
        if (token === null) throw error;
        return send(token);
      }
    },
    dialog: asked && (
      <Suspense fallback={null}>
        <SignDialog
          act={asked.act}
          text={asked.text}
          onSigned={asked.answer}
          onClose={() => asked.answer(null)}
        />
      </Suspense>
    ),
  };
}
