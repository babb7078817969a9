import { createRoot } from 'react-dom/client';
import { start } from '#src/app/start.tsx';

const root = document.getElementById('root');
if (root) void start(createRoot(root));
