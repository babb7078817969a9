import { start } from '#src/app/start/start.tsx';

// docs/kit.md, "See them all"; no build has this page.
const showsKit = import.meta.env.DEV && window.location.pathname === '/kit';

if (showsKit) void import('#src/app/kit/start-kit.tsx').then(({ startKit }) => startKit());
else void start();
