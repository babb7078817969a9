import { clientsClaim } from 'workbox-core';
import {
  cleanupOutdatedCaches,
  createHandlerBoundToURL,
  precacheAndRoute,
} from 'workbox-precaching';
import { registerRoute } from 'workbox-routing';
import type { WorkerMessage } from './messages.ts';
import { isAppPage } from './routes.ts';

declare const self: ServiceWorkerGlobalScope & {
  __WB_MANIFEST: { url: string; revision: string | null }[];
};

// A request that is not in this list goes to the network as if there were no worker. There is no
// other route, default or catch handler: so nothing of the API can ever be kept here, wherever the
// API lives.
precacheAndRoute(self.__WB_MANIFEST, { cleanURLs: false });
cleanupOutdatedCaches();

const appPage = createHandlerBoundToURL('/index.html');
registerRoute(
  ({ request, url }) => request.mode === 'navigate' && isAppPage(url, self.location.origin),
  appPage,
);

// A new worker waits until the pages say so: they know of work that is not saved.
self.addEventListener('message', ({ data }) => {
  if ((data as WorkerMessage | null)?.type === 'SKIP_WAITING') void self.skipWaiting();
});

// Only the first worker finds pages without one. Taken over at once, the very first visit goes on
// offline without a reload: it was loaded from the same build that this worker holds.
clientsClaim();
