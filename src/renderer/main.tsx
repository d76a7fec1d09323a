import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app';
import { startTranslation } from './i18n';
import { startStores } from './state/start';
import './theme.css';
import './prose.css';

startTranslation();
startStores();

const root = document.getElementById('root');
if (root) {
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>,
  );
}
