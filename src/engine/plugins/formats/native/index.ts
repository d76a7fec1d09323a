export { nativeFormat } from './native';
