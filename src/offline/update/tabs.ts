/** The messages between the tabs of this device. */
export type TabMessage =
  /** Asks for the other tabs and their unsaved work; every other tab answers `here`. */
  | { type: 'who'; asked: string }
  | { type: 'here'; asked: string; tab: string; unsaved: string[] }
  /** Asks to store unsaved work as drafts; every other tab answers `kept`. */
  | { type: 'keep'; asked: string }
  | { type: 'kept'; asked: string; tab: string; ok: boolean };

type Listener = (message: TabMessage) => void;

const listeners = new Set<Listener>();
let channel: BroadcastChannel | undefined;

function opened(): BroadcastChannel | undefined {
  if (channel === undefined && 'BroadcastChannel' in globalThis) {
    channel = new BroadcastChannel('branchdesk');
    channel.addEventListener('message', ({ data }: MessageEvent<TabMessage>) => {
      for (const listener of listeners) listener(data);
    });
  }
  return channel;
}

/** Sends a message to every other tab. */
export function tellTabs(message: TabMessage): void {
  opened()?.postMessage(message);
}

/** Listens to the other tabs; returns a function to stop. */
export function onTabMessage(listener: Listener): () => void {
  opened();
  listeners.add(listener);
  return () => listeners.delete(listener);
}
