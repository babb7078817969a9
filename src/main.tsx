import { afterFirstPaint } from '#src/boot/after-first-paint.ts';
import '#src/theme/palette.css';
import '#src/theme/tokens.css';
import '#src/theme/base.css';

const begin = () => void import('#src/app/start/start.tsx').then(({ start }) => start());

// docs/kit.md, "See them all"; no build has this page.
const showsKit = import.meta.env.DEV && window.location.pathname === '/kit';

// With a worker everything is on the device, and showing the frame first gains nothing. Without one
// the app is fetched while the frame is painted, by the tags that `scripts/vite-preload-page.ts`
// writes into index.html.
if (showsKit) void import('#src/app/kit/start-kit.tsx').then(({ startKit }) => startKit());
else if ('serviceWorker' in navigator && navigator.serviceWorker.controller) begin();
else afterFirstPaint(begin);
