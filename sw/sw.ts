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

// Requests for other addresses go to the network as if there were no worker. There is no other
// route, default or catch handler, so the worker can never store anything of the API, wherever the
// API is.
precacheAndRoute(self.__WB_MANIFEST, { cleanURLs: false });
cleanupOutdatedCaches();

const appPage = createHandlerBoundToURL('/index.html');
registerRoute(
  ({ request, url }) => request.mode === 'navigate' && isAppPage(url, self.location.origin),
  appPage,
);

// A new worker waits until the pages say so, because they know about unsaved work.
self.addEventListener('message', ({ data }) => {
  if ((data as WorkerMessage | null)?.type === 'SKIP_WAITING') void self.skipWaiting();
});

// Only the first worker finds pages without one. It takes them over at once, so the very first
// visit continues offline without a reload: the page comes from the same build that this worker
// holds.
clientsClaim();
