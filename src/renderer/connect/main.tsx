import { createRoot } from 'react-dom/client';
import { startTranslation } from '../i18n';
import { ConnectPage } from './connect-page';
import '../theme.css';

startTranslation();

const root = document.getElementById('root');
if (root) createRoot(root).render(<ConnectPage />);
