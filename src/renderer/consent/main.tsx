import { createRoot } from 'react-dom/client';
import { startTranslation } from '../i18n';
import { ConsentPage } from './consent-page';
import '../theme.css';

startTranslation();

const root = document.getElementById('root');
if (root) createRoot(root).render(<ConsentPage />);
