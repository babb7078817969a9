import { afterFirstPaint } from '#src/boot/after-first-paint.ts';
import '#src/theme/palette.css';
import '#src/theme/tokens.css';
import '#src/theme/base.css';

const begin = () => void import('#src/app/start/start.tsx').then(({ start }) => start());

// With a worker everything is on the device, and showing the frame first gains nothing. Without one
// the frame is painted first.
if ('serviceWorker' in navigator && navigator.serviceWorker.controller) begin();
else afterFirstPaint(begin);
