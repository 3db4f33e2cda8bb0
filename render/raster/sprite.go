package raster

// Sprite is a small picture of palette indices with transparent pixels.
type Sprite struct {
	X, Y, W, H int     // where it belongs
	least      float64 // size of its smallest lettering; 0: none

	// Of each row only the pixels from the first to the last that is not transparent are kept: most
	// of the box around a long route is empty.
	rows []spriteRow
	pix  []uint8
}

// spriteRow is the part of a row that is kept: the pixels from x on, up to those of the next row.
type spriteRow struct {
	x  uint16
	at uint32 // in pix
}

// fill gives a sprite its W × H pixels, row by row.
func (s *Sprite) fill(pix []uint8) {
	s.rows, s.pix = make([]spriteRow, s.H+1), nil
	kept := make([]uint8, 0, len(pix)/4)
	for y := range s.H {
		row := pix[y*s.W : (y+1)*s.W]
		from, to := 0, s.W
		for from < to && row[from] == transparent {
			from++
		}
		for from < to && row[to-1] == transparent {
			to--
		}
		s.rows[y] = spriteRow{uint16(from), uint32(len(kept))}
		kept = append(kept, row[from:to]...)
	}
	s.rows[s.H].at = uint32(len(kept))
	s.pix = append([]uint8(nil), kept...)
}

// Put lays a sprite where it belongs, relative to the origin.
func (c *Canvas) Put(s *Sprite) { c.PutAt(s, s.X+c.ox, s.Y+c.oy) }

// PutAll is Put of several sprites.
func (c *Canvas) PutAll(all []Sprite) {
	for i := range all {
		c.Put(&all[i])
	}
}

// PutAt lays a sprite with its corner at (x, y), clipped.
func (c *Canvas) PutAt(s *Sprite, x, y int) {
	if len(s.rows) == 0 || x >= c.W || x+s.W <= 0 {
		return
	}
	c.least = lesser(c.least, s.least)
	for j := max(0, -y); j < min(s.H, c.H-y); j++ {
		r := &s.rows[j]
		src, left := s.pix[r.at:s.rows[j+1].at], x+int(r.x)
		if left < 0 {
			src, left = src[min(-left, len(src)):], 0
		}
		dst := c.row(y + j)[min(left, c.W):]
		for i, v := range src[:min(len(src), len(dst))] {
			if v != transparent {
				dst[i] = v
			}
		}
	}
}
