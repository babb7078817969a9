import { afterFirstPaint } from '#src/boot/after-first-paint.ts';
import '#src/theme/palette.css';
import '#src/theme/tokens.css';
import '#src/theme/base.css';

// The app is fetched meanwhile, by what `scripts/vite-preload-page.ts` writes into index.html.
afterFirstPaint(() => {
  void import('#src/app/start.tsx').then(({ start }) => start());
});
