import { Button } from '@chakra-ui/react/button';
import { chakra } from '@chakra-ui/react/styled-system';
import { Plus } from 'lucide-react';
import { Link } from 'react-router-dom';

/** The page's one solid action, leading to where something is added; on a phone the sign alone, still named. */
export function AddLink({ to, label }: { to: string; label: string }) {
  return (
    <Button asChild variant="solid" px={{ base: '0', sm: '4' }}>
      <Link to={to} aria-label={label}>
        <Plus aria-hidden />
        <chakra.span hideBelow="sm">{label}</chakra.span>
      </Link>
    </Button>
  );
}
